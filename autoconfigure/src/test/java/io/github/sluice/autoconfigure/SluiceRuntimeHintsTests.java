package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.gateway.TokenBucketGatewayFilterFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

class SluiceRuntimeHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void areFoundAheadOfTime() {
        assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                        .load(RuntimeHintsRegistrar.class))
                .hasAtLeastOneElementOfType(SluiceRuntimeHints.class);
    }

    @Test
    void nameTheScriptsAndTheArgumentsOfTheFilter() {
        new SluiceRuntimeHints().registerHints(hints, null);
        for (String script : Arrays.asList("token_bucket.lua", "overrides_put.lua", "overrides_read.lua")) {
            assertThat(RuntimeHintsPredicates.resource().forResource("io/github/sluice/store/" + script))
                    .accepts(hints);
        }
        Class<?> arguments = new ArgumentsOfTheFilter().type();
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of(arguments))
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
    }

    /** By what the factory says, so that a new name shows here. */
    private static final class ArgumentsOfTheFilter {

        Class<?> type() {
            try {
                return Class.forName(TokenBucketGatewayFilterFactory.class.getPackageName() + ".FilterArguments");
            } catch (ClassNotFoundException renamed) {
                throw new AssertionError(renamed);
            }
        }
    }
}
