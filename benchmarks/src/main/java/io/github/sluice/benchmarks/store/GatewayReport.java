package io.github.sluice.benchmarks.store;

/**
 * What one process measured.
 *
 * @param perSecond decisions
 * @param p99Millis 99 of 100 were answered within
 * @param failures requests that Redis did not decide
 */
record GatewayReport(double perSecond, double p99Millis, long failures) {

    /** What a process says before it first measures. */
    static final String READY = "ready";

    private static final String MEASURED = "measured ";

    static GatewayReport of(Sample sample) {
        return new GatewayReport(sample.perSecond(), sample.p99Millis(), sample.failures());
    }

    String line() {
        return MEASURED + perSecond + " " + p99Millis + " " + failures;
    }

    static boolean isReport(String line) {
        return line.startsWith(MEASURED);
    }

    static GatewayReport parse(String line) {
        String[] words = line.substring(MEASURED.length()).split(" ");
        return new GatewayReport(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Long.parseLong(words[2]));
    }
}
