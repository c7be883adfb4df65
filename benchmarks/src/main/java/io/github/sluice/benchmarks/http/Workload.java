package io.github.sluice.benchmarks.http;

/** What several gateways are asked. */
enum Workload {
    ALLOWED("allowed, one key") {
        @Override
        Requests requests(int round) {
            return Requests.by(Route.OURS_HOT.path(), round);
        }

        @Override
        void check(Answers answers) {
            Route.OURS_HOT.check(answers);
        }
    },
    DENIED("denied") {
        @Override
        Requests requests(int round) {
            return Requests.by(Route.OURS_DENIED.path(), round);
        }

        @Override
        void check(Answers answers) {
            Route.OURS_DENIED.check(answers);
        }
    },
    LIMITED("1000 and 500/s, one key") {
        @Override
        Requests requests(int round) {
            // Another caller each time, whose bucket is full.
            return Requests.by("/sluice/shared", round);
        }

        @Override
        void check(Answers answers) {
            if (answers.count(200) + answers.count(429) != answers.count()
                    || answers.tellingLimit() != answers.count()) {
                throw new IllegalStateException("the limited route answered " + answers.statuses() + ", "
                        + answers.tellingLimit() + " of them with the state of the limit");
            }
            // One token for two clocks: Redis counts by its own.
            if (answers.count(200) > most(answers) + 1) {
                throw new IllegalStateException(answers.count(200) + " requests passed a limit of " + most(answers));
            }
        }

        @Override
        double most(Answers answers) {
            return 1000 + 500 * (answers.elapsed().toNanos() / 1e9);
        }
    };

    private final String title;

    Workload(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract Requests requests(int round);

    /** Throws if the answers are not those of this load. */
    abstract void check(Answers answers);

    /** The most that its limit lets pass in the time of these answers; not a number if that says nothing. */
    double most(Answers answers) {
        return Double.NaN;
    }
}
