package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import java.time.Duration;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps what operators have said of callers for the time being, each until its end, and tells who reads it when something
 * has changed.
 *
 * <p>Not part of the API.
 */
public interface OverrideStore {

    /** How many are kept at the most: each gateway holds a copy of all. */
    int MOST = 10_000;

    /**
     * Something that was said.
     *
     * @param text what was said; its form is the writer's
     * @param remaining how long it still holds, by the clock of the store
     */
    record Entry(String text, Duration remaining) {}

    /**
     * Reads all that holds.
     *
     * @return each under the caller whom it is about; an error if the store does not answer. May be emitted on any thread.
     */
    Mono<Map<BucketId, Entry>> read();

    /**
     * Says something of a caller, in place of what was said before.
     *
     * @param caller the caller
     * @param text what to say
     * @param lasts how long it holds, above 0
     * @return false if {@link #MOST} are kept already; an error if the store does not answer
     */
    Mono<Boolean> put(BucketId caller, String text, Duration lasts);

    /**
     * Takes back what was said of a caller.
     *
     * @param caller the caller
     * @return false if nothing was; an error if the store does not answer
     */
    Mono<Boolean> remove(BucketId caller);

    /**
     * Tells all who read that they may know a bucket as it was before: what was said of its caller has changed, or it has
     * been filled.
     *
     * @param bucket the bucket
     * @return an error if the store does not answer
     */
    Mono<Void> tell(BucketId bucket);

    /**
     * The buckets that somebody tells of, from now on.
     *
     * @return without end; an error if the store cannot tell any more, so that reading must find out
     */
    Flux<BucketId> told();
}
