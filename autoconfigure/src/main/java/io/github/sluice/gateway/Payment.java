package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Decision;
import io.github.sluice.bucket.Policy;

/**
 * What a request has paid.
 *
 * @param bucket from which bucket
 * @param policy under which limits
 * @param decision the decision that took it
 * @param placement of the filter that asked
 */
record Payment(BucketId bucket, Policy policy, Decision decision, Placement placement) {}
