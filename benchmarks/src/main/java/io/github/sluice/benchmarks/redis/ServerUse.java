package io.github.sluice.benchmarks.redis;

import java.util.HashMap;
import java.util.Map;

/**
 * What servers have done, by their own account ({@code INFO}).
 *
 * @param commands by name, in lower case; those that scripts call are among them, and their time is in that of the script
 *     too
 * @param cpuMicros the processor time of the main thread, which reads, decides and writes
 * @param bytes received and sent
 */
public record ServerUse(Map<String, CommandUse> commands, double cpuMicros, double bytes) {

    /** Nothing. */
    public static final ServerUse NONE = new ServerUse(Map.of(), 0, 0);

    private static final String COMMAND = "cmdstat_";

    /**
     * Reads what a server says.
     *
     * @param info the answer to {@code INFO all}
     * @return the same in numbers
     */
    public static ServerUse parse(String info) {
        Map<String, CommandUse> commands = new HashMap<>();
        double cpuMicros = 0;
        double bytes = 0;
        for (String line : info.lines().toList()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, Math.max(0, colon));
            String value = line.substring(colon + 1);
            if (name.startsWith(COMMAND)) {
                commands.put(
                        name.substring(COMMAND.length()), new CommandUse(field(value, "calls"), field(value, "usec")));
            } else if (name.equals("used_cpu_sys_main_thread") || name.equals("used_cpu_user_main_thread")) {
                cpuMicros += Double.parseDouble(value) * 1_000_000;
            } else if (name.equals("total_net_input_bytes") || name.equals("total_net_output_bytes")) {
                bytes += Double.parseDouble(value);
            }
        }
        return new ServerUse(commands, cpuMicros, bytes);
    }

    private static double field(String value, String name) {
        for (String field : value.split(",")) {
            if (field.startsWith(name + "=")) {
                return Double.parseDouble(field.substring(name.length() + 1));
            }
        }
        throw new IllegalArgumentException("no " + name + " in " + value);
    }

    /**
     * One of the commands.
     *
     * @param name in lower case
     * @return its use
     */
    public CommandUse of(String name) {
        return commands.getOrDefault(name, CommandUse.NONE);
    }

    /** The scripts that clients sent, each with all that it called: not counted again are the commands in them. */
    public CommandUse scripts() {
        return of("evalsha").plus(of("eval"));
    }

    /**
     * Both together.
     *
     * @param other another server
     * @return the sum
     */
    public ServerUse plus(ServerUse other) {
        Map<String, CommandUse> sum = new HashMap<>(commands);
        other.commands.forEach((name, use) -> sum.merge(name, use, CommandUse::plus));
        return new ServerUse(sum, cpuMicros + other.cpuMicros, bytes + other.bytes);
    }

    /**
     * What came since.
     *
     * @param earlier an earlier look at the same servers
     * @return the difference
     */
    public ServerUse minus(ServerUse earlier) {
        Map<String, CommandUse> difference = new HashMap<>(commands);
        difference.replaceAll((name, use) -> use.minus(earlier.of(name)));
        return new ServerUse(difference, cpuMicros - earlier.cpuMicros, bytes - earlier.bytes);
    }
}
