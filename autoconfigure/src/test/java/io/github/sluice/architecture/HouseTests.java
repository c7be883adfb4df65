package io.github.sluice.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The packages in the order in which a request meets them; arrows only point down. */
@AnalyzeClasses(packages = "io.github.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseTests {

    @ArchTest
    static final ArchRule ARROWS_POINT_DOWN = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("autoconfigure")
            .definedBy("io.github.sluice.autoconfigure..")
            .layer("actuate")
            .definedBy("io.github.sluice.actuate..")
            .layer("gateway")
            .definedBy("io.github.sluice.gateway..")
            .layer("store")
            .definedBy("io.github.sluice.store..")
            .layer("bucket")
            .definedBy("io.github.sluice.bucket..")
            .whereLayer("autoconfigure")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("actuate")
            .mayOnlyBeAccessedByLayers("autoconfigure")
            .whereLayer("gateway")
            .mayOnlyBeAccessedByLayers("actuate", "autoconfigure")
            .whereLayer("store")
            .mayOnlyBeAccessedByLayers("gateway", "actuate", "autoconfigure");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.github.sluice.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule BUCKET_IS_PURE = classes()
            .that()
            .resideInAPackage("io.github.sluice.bucket..")
            .should()
            .onlyDependOnClassesThat(residesInOneOf("java.", "org.jspecify.", "io.github.sluice.bucket.")
                    .or(DescribedPredicate.describe(
                            "Mono", type -> type.getName().equals("reactor.core.publisher.Mono"))));

    @ArchTest
    static final ArchRule ONLY_THE_GATEWAY_KNOWS_EXCHANGES = noClasses()
            .that()
            .resideOutsideOfPackage("io.github.sluice.gateway..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.springframework.web.server.ServerWebExchange");

    @ArchTest
    static final ArchRule CONFIGURATION_CLASSES_ARE_PACKAGE_PRIVATE = classes()
            .that()
            .areAnnotatedWith(Configuration.class)
            .and()
            .areNotAnnotatedWith(AutoConfiguration.class)
            .should()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule CLASSES_ARE_FINAL = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotAnnotatedWith(Configuration.class)
            .and()
            .areNotEnums()
            .and()
            .areNotAnonymousClasses()
            .should()
            .haveModifier(JavaModifier.FINAL);

    @ArchTest
    static final ArchRule NAMES_SAY_SOMETHING = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Service");

    private static DescribedPredicate<JavaClass> residesInOneOf(String... prefixes) {
        return DescribedPredicate.describe("in " + String.join(", ", prefixes), type -> {
            String name = type.getBaseComponentType().getName();
            for (String prefix : prefixes) {
                if (name.startsWith(prefix)) {
                    return true;
                }
            }
            return type.getBaseComponentType().isPrimitive();
        });
    }
}
