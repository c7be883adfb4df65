package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.bucket.Policy;
import io.github.sluice.gateway.plan.PlanOverride;
import java.util.Optional;

/**
 * What holds for one caller at one filter, as far as it is known without a request.
 *
 * @param bucket the caller's bucket
 * @param policy its limits; empty if nothing is limited, or everything denied
 * @param plan the plan that the caller was on at the last request here, or by registration; empty if none, or nobody knows
 * @param override what an operator has said of the caller
 */
public record Standing(
        BucketId bucket, Optional<Policy> policy, Optional<String> plan, Optional<PlanOverride> override) {}
