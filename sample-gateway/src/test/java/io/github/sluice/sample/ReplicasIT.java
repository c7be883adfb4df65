package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReplicasIT {

    private static final int ALLOWED = 600;

    @Test
    void showsThatOnlyASharedStoreLimitsThreeGatewaysTogether() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        System.getProperty("sample.jar"),
                        "replicas")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        assertThat(together(output, "buckets in one Redis")).as(output).isBetween(100, ALLOWED + 50);
        assertThat(together(output, "buckets in their memory")).as(output).isGreaterThan(ALLOWED + 50);
    }

    private static int together(String output, String row) {
        List<Integer> numbers = output.lines()
                .filter(line -> line.startsWith(row))
                .flatMap(line -> Pattern.compile("\\d+").matcher(line).results())
                .map(number -> Integer.parseInt(number.group()))
                .toList();
        assertThat(numbers).as(output).hasSize(4);
        return numbers.get(3);
    }
}
