package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedConverterIT {

    private static final Path FILES = Path.of("src", "test", "resources", "convert");

    @TempDir
    private Path directory;

    @Test
    void printsTheConvertedFile() throws IOException, InterruptedException {
        Run run = run(FILES.resolve("default-filters.yml"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(Files.readString(FILES.resolve("default-filters.converted.yml")));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void endsWithOneOnABrokenFile() throws IOException, InterruptedException {
        Run run = run(FILES.resolve("broken.yml"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains("broken.yml, line 14, column ");
    }

    private Run run(Path file) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("sample.jar"),
                        "convert",
                        file.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private record Run(int exitCode, String out, String err) {}
}
