package io.github.sluice.bucket;

import java.util.Optional;

/**
 * What a request does to a bucket.
 *
 * @param decision the answer
 * @param stored what is to be stored for {@link Decision#timeToLive()}; empty: leave what is stored as it is
 */
public record Transition(Decision decision, Optional<BucketState> stored) {}
