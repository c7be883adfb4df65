package io.github.sluice.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sluice.testing.CodeBlock;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Java block of the README and of the documentation compiles, with what a reader would import. */
class JavaExamplesTests {

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private static final String BEFORE = """
            import static java.nio.charset.StandardCharsets.UTF_8;

            import io.github.sluice.bucket.*;
            import io.github.sluice.gateway.*;
            import io.github.sluice.gateway.cost.*;
            import io.github.sluice.gateway.key.*;
            import io.github.sluice.gateway.plan.*;
            import io.github.sluice.gateway.response.*;
            import java.util.*;
            import java.util.function.*;
            import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
            import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
            import org.springframework.context.annotation.*;
            import org.springframework.http.*;
            import org.springframework.http.server.reactive.*;
            import org.springframework.web.server.ServerWebExchange;
            import reactor.core.publisher.*;

            class Example {
            """;

    /** What the examples take from the reader's own application. */
    private static final String AFTER = """

                record Client(String id, String plan) {}

                interface ClientRepository {
                    Mono<Client> findBySha256(String sha256);
                }

                interface Database {
                    Mono<List<Decision>> transaction(String key, Function<BucketState, List<Decision>> work);
                }

                interface DatabaseClient {
                    Statement sql(String text);

                    interface Statement {
                        Statement bind(String name, Object value);

                        <T> Rows<T> map(Function<Row, T> mapping);
                    }

                    interface Row {
                        <T> T get(String column, Class<T> type);
                    }

                    interface Rows<T> {
                        Mono<T> one();
                    }
                }

                List<Decision> decideAll(Policy policy, BucketState state, List<Charge> charges) {
                    return List.of();
                }
            }
            """;

    static List<CodeBlock> blocks() {
        return CodeBlock.under(Path.of(".."), "java");
    }

    @Test
    void knowsSome() {
        assertThat(blocks()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void compiles(CodeBlock block, @TempDir Path classes) {
        assertThat(errors(block.text(), classes)).isEmpty();
    }

    @Test
    void doesNotCompileWhatIsWrong(@TempDir Path classes) {
        assertThat(errors("Decision decision = exchange.getDecision();\n", classes))
                .contains("getDecision");
    }

    private static String errors(String block, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        List<String> options = List.of("-proc:none", "-classpath", CLASS_PATH, "-d", classes.toString());
        boolean isRight = compiler.getTask(
                        errors, null, null, options, null, List.of(new Source(BEFORE + member(block) + AFTER)))
                .call();
        return isRight ? "" : errors.toString();
    }

    /** A block may show statements. */
    private static String member(String block) {
        return block.startsWith("@Bean")
                ? block
                : "void example(RouteLocatorBuilder.Builder routes, TokenBucketGatewayFilterFactory tokenBucket,"
                        + " ServerWebExchange exchange) {\n" + block + "}\n";
    }

    /** A source in memory. */
    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresEncodingErrors) {
            return text;
        }
    }
}
