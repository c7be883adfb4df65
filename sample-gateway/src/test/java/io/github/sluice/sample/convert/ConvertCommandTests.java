package io.github.sluice.sample.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertCommandTests {

    private static final Path FILES = Path.of("src", "test", "resources", "convert");
    private static final Path GUIDE = Path.of("..", "docs", "migrating.md");
    private static final String FILTER = """
            spring.cloud.gateway.server.webflux.default-filters:
              - name: RequestRateLimiter
                args:
                  %s
            """;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"default-filters", "spel-resolvers", "several-routes", "dotted-keys"})
    void putsTokenBucketInThePlaceOfRequestRateLimiter(String name) throws IOException {
        assertThat(convert(FILES.resolve(name + ".yml"))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(Files.readString(FILES.resolve(name + ".converted.yml")));
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void namesThePlaceAndTheRemedyInABrokenFileAndPrintsNothing() throws IOException {
        assertThat(convert(FILES.resolve("broken.yml"))).isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8).replace(FILES.toString(), "convert"))
                .isEqualTo(Files.readString(FILES.resolve("broken.message.txt")));
    }

    @Test
    void printsWhatTheGuideShows() throws IOException {
        assertThat(convert(write(FILTER.formatted(
                        "{redis-rate-limiter.replenishRate: 10, redis-rate-limiter.burstCapacity: 20}"))))
                .isZero();
        assertThat(Files.readString(GUIDE))
                .contains(out.toString(StandardCharsets.UTF_8).lines().skip(1).toList());
    }

    @Test
    void findsNothingLeftInWhatItHasConverted() throws IOException {
        assertThat(convert(write(FILTER.formatted("redis-rate-limiter.replenishRate: 10"))))
                .isZero();
        String converted = out.toString(StandardCharsets.UTF_8);
        out.reset();

        assertThat(convert(write(converted))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(converted);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no RequestRateLimiter filter in it");
    }

    @Test
    void keepsLineBreaksAndWhateverElseIsWritten() throws IOException {
        String before = "# Größe 🪣\r\nother: \"a # b\"   \r\n";
        String after = "\r\n\r\n# the end";
        String filter = FILTER.formatted("{redis-rate-limiter.replenishRate: 10, redis-rate-limiter.burstCapacity: 20}")
                .strip()
                .replace("\n", "\r\n");

        assertThat(convert(write(before + filter + after))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith(before + "spring.cloud.gateway.server.webflux.default-filters:\r\n  - name: TokenBucket")
                .endsWith("headers: spring-cloud-gateway" + after)
                .doesNotContainPattern("(?<!\r)\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "redis-rate-limiter.replenishRate: 0 | line 4, column 41: redis-rate-limiter.replenishRate is \"0\" | above 0",
                "redis-rate-limiter.burstCapacity: 9 | burstCapacity but no redis-rate-limiter.replenishRate | how many tokens drip in",
                "{redis-rate-limiter.replenishRate: 1, redis-rate-limiter.requestedTokens: 0} | requestedTokens is \"0\" | how many tokens a request takes",
                "{redis-rate-limiter.replenishRate: 1, key-resolver: users} | key-resolver is \"users\", which names no bean | Write \"#{@users}\"",
                "{redis-rate-limiter.replenishRate: [1]} | has a list where it takes one value | Write the one value",
                "{redis-rate-limiter.replenishRate: &rate 1} | the anchor &rate stands in a RequestRateLimiter filter | Write its value out",
                "redis-rate-limiter.replenishRate: 1: 2 | line 4, column 42: this is no YAML | needs quotes",
                "`\tredis-rate-limiter.replenishRate: 1` | line 4, column 7: this is no YAML | Indent with spaces",
                "{a: 1}\\nother: 1\\nother: 2 | line 6, column 1: the key other is there a second time | under one of them",
            })
    void saysWhatToWriteInsteadOfAMistake(String mistake, String problem, String remedy) throws IOException {
        Path file = write(FILTER.formatted(mistake.replace("\\n", "\n")));

        assertThat(convert(file)).isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith(file.toString())
                .hasLineCount(1)
                .contains(problem)
                .contains(remedy);
    }

    @Test
    void readsWhatAnAliasStandsFor() throws IOException {
        assertThat(convert(write("""
                        limits: &limits {redis-rate-limiter.replenishRate: 7, redis-rate-limiter.burstCapacity: 8}
                        spring.cloud.gateway.server.webflux.default-filters:
                          - name: RequestRateLimiter
                            args:
                              <<: *limits
                              key-resolver: "#{@users}"
                        """))).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("limits: &limits {")
                .contains("capacity: 8\n", "refill-rate: 7/s ", "key: \"#{@users}\"\n");
    }

    @Test
    void wantsOneFileThatIsThere() {
        assertThat(convert(directory.resolve("none.yml"))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("none.yml: there is no such file. Name the file");
        err.reset();
        assertThat(ConvertCommand.run(List.of(), stream(out), stream(err))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("convert application.yml");
        assertThat(out.size()).isZero();
    }

    private int convert(Path file) {
        return ConvertCommand.run(List.of(file.toString()), stream(out), stream(err));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "application", ".yml"), text);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
