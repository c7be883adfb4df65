package io.github.sluice.benchmarks.http;

/** The routes of the gateway that are compared. */
enum Route {
    NO_LIMITER("no limiter", "/no-limiter", Expected.ALLOWED, false),
    TWO_HEADERS("two headers", "/two-headers", Expected.ALLOWED, true),
    STATIC_DENIAL("static 429", "/static-denial", Expected.DENIED, true),
    THEIRS_HOT("RequestRateLimiter, one key", "/request-rate-limiter/hot", Expected.ALLOWED, true),
    THEIRS_DISTINCT("RequestRateLimiter, distinct keys", "/request-rate-limiter/distinct", Expected.ALLOWED, true),
    THEIRS_DENIED("RequestRateLimiter, denied", "/request-rate-limiter/denied", Expected.DENIED, true),
    OURS_HOT("TokenBucket, one key", "/sluice/hot", Expected.ALLOWED, true),
    OURS_DISTINCT("TokenBucket, distinct keys", "/sluice/distinct", Expected.ALLOWED, true),
    OURS_DENIED("TokenBucket, denied", "/sluice/denied", Expected.DENIED, true);

    private static final double MOST_DENIED = 0.99;

    private final String title;
    private final String path;
    private final Expected expected;
    private final boolean tellsLimit;

    Route(String title, String path, Expected expected, boolean tellsLimit) {
        this.title = title;
        this.path = path;
        this.expected = expected;
        this.tellsLimit = tellsLimit;
    }

    String title() {
        return title;
    }

    String path() {
        return path;
    }

    /** Throws if the answers are not those of this route, for then something else was measured. */
    void check(Answers answers) {
        boolean asExpected = switch (expected) {
            case ALLOWED -> answers.count(200) == answers.count();
            case DENIED ->
                answers.count(429) > MOST_DENIED * answers.count()
                        && answers.count(200) + answers.count(429) == answers.count();
        };
        if (!asExpected) {
            throw new IllegalStateException(title + " answered " + answers.statuses());
        }
        // A limiter tells no state if its store did not decide.
        if (answers.tellingLimit() != (tellsLimit ? answers.count() : 0)) {
            throw new IllegalStateException(answers.tellingLimit() + " of " + answers.count() + " answers of " + title
                    + " tell the state of a limit");
        }
    }

    private enum Expected {
        ALLOWED,
        DENIED
    }
}
