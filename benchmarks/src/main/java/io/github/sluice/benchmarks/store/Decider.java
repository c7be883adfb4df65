package io.github.sluice.benchmarks.store;

import reactor.core.publisher.Mono;

/** Decides one request of a workload's caller. */
@FunctionalInterface
interface Decider {

    /**
     * Decides.
     *
     * @param caller the number of the caller, from 0
     * @return the answer, or an error
     */
    Mono<Answer> decide(int caller);
}
