package io.github.sluice.benchmarks.report;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/**
 * Where and how something was measured; nothing that names the machine.
 *
 * @param processor the model
 * @param cores how many this JVM may use
 * @param system the operating system and its architecture
 * @param java the version and the name of the virtual machine
 * @param redis the version of Redis, or that none took part
 * @param date the day, in UTC
 * @param command what repeats it
 */
public record Machine(
        String processor, int cores, String system, String java, String redis, LocalDate date, String command) {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /**
     * This machine, today.
     *
     * @param redis the version of Redis, or that none took part
     * @param command what repeats the measurement
     * @return the facts
     */
    public static Machine here(String redis, String command) {
        return new Machine(
                processorModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.version() + " " + System.getProperty("java.vm.name"),
                redis,
                LocalDate.now(ZoneOffset.UTC),
                command);
    }

    private static String processorModel() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException notLinux) {
            return "unknown";
        }
    }

    /** One fact a line. */
    public String text() {
        return Stream.of(
                        "command    " + command,
                        "date       " + date,
                        "processor  " + processor + ", " + cores + " cores",
                        "system     " + system,
                        "java       " + java,
                        "redis      " + redis)
                .collect(joining("\n", "", "\n"));
    }
}
