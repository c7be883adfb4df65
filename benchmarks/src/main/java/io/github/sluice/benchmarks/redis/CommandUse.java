package io.github.sluice.benchmarks.redis;

/**
 * How often a command was called, and how long it ran in the server.
 *
 * @param calls the number of calls
 * @param micros the microseconds of all of them
 */
public record CommandUse(double calls, double micros) {

    /** Never called. */
    public static final CommandUse NONE = new CommandUse(0, 0);

    /**
     * Both together.
     *
     * @param other another command, or another server
     * @return the sum
     */
    public CommandUse plus(CommandUse other) {
        return new CommandUse(calls + other.calls, micros + other.micros);
    }

    /**
     * What came since.
     *
     * @param earlier an earlier look at the same
     * @return the difference
     */
    public CommandUse minus(CommandUse earlier) {
        return new CommandUse(calls - earlier.calls, micros - earlier.micros);
    }

    /**
     * So many of the calls, with their part of the time.
     *
     * @param part how many of the calls
     * @return that part
     */
    public CommandUse ofCalls(double part) {
        return calls == 0 ? NONE : new CommandUse(part, micros * part / calls);
    }
}
