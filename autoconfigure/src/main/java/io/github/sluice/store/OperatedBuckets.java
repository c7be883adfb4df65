package io.github.sluice.store;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;
import reactor.core.publisher.Mono;

/**
 * The buckets, as operators look at them.
 *
 * <p>Not part of the API.
 */
public interface OperatedBuckets {

    /**
     * Looks at a bucket and takes nothing.
     *
     * @param bucket the bucket
     * @param policy the limits under which to look
     * @return where it stands; of what nobody knows if the store does not answer in time. Never empty, never an error.
     */
    Mono<Decision> look(BucketId bucket, Policy policy);

    /**
     * Fills a bucket, debts and all, here and in the store that all gateways share.
     *
     * @param bucket the bucket
     * @param policy its limits
     * @return false if the store does not answer in time, so that it may or may not be full. Never empty, never an error.
     */
    Mono<Boolean> fill(BucketId bucket, Policy policy);

    /**
     * What becomes of decisions at the moment.
     *
     * @return the state of the store and of what is in front of it
     */
    StoreStatus status();
}
