package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import java.util.Optional;

/**
 * A caller at one filter.
 *
 * @param bucket the caller's bucket
 * @param terms what holds for the caller
 * @param plan the plan that the caller is on; empty if none, or if the route does not know it
 */
record Account(BucketId bucket, Terms terms, Optional<String> plan) {}
