package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import java.util.Optional;

/**
 * A caller at one filter.
 *
 * @param caller the caller's bucket, whatever the plan
 * @param bucket the caller's bucket on this plan
 * @param terms what holds for the caller
 * @param plan the plan that the caller is on; empty if none, or if the route does not know it
 */
record Account(BucketId caller, BucketId bucket, Terms terms, Optional<String> plan) {}
