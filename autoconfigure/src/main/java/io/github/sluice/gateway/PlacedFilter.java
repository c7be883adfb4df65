package io.github.sluice.gateway;

import io.github.sluice.bucket.BucketId;
import io.github.sluice.gateway.key.CallerName;
import io.github.sluice.gateway.key.Identity;
import io.github.sluice.gateway.plan.Plan;
import java.util.Map;
import java.util.Optional;

/**
 * A filter at its place on a route, as an operator sees it.
 *
 * <p>Not part of the API.
 */
public interface PlacedFilter {

    /**
     * What it is.
     *
     * @return the description
     */
    FilterDescription description();

    /**
     * Whom an operator means.
     *
     * @param name what the operator calls the caller
     * @return the caller
     * @throws IllegalArgumentException if no caller of this filter is called so, or several are; the message says what to
     *     write
     */
    Identity caller(CallerName name);

    /**
     * The bucket of a caller, whatever the plan.
     *
     * @param caller the caller
     * @return its id
     */
    BucketId bucket(Identity caller);

    /**
     * What holds for a caller.
     *
     * @param caller the caller's bucket, whatever the plan
     * @param identity the caller; empty if only the bucket is known
     * @return where the caller stands
     */
    Standing standing(BucketId caller, Optional<Identity> identity);

    /**
     * Reads what is to hold for a caller.
     *
     * @param written {@code plan}, a name of a plan of this filter, {@code unlimited} or {@code blocked}; or what a plan is
     *     written as in configuration
     * @return the plan
     * @throws IllegalArgumentException if it is none; the message says what to write
     */
    Plan plan(Map<String, ?> written);
}
