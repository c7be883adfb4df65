package io.github.sluice.gateway.plan;

import io.github.sluice.bucket.BucketId;
import java.util.Optional;

/** What operators have said of callers for the time being. Not part of the API. */
@FunctionalInterface
public interface PlanOverrides {

    /**
     * Finds what holds for a caller of one filter; asked for each request, and so from memory.
     *
     * @param caller the bucket of the caller under that filter, whatever the plan
     * @return what was said; empty if nothing, or if it has ended
     */
    Optional<PlanOverride> find(BucketId caller);
}
