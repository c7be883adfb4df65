/**
 * What a decision is: limits, policies, the pure state transition of a token bucket and the port to where buckets are
 * kept. Knows nothing of gateways, Redis or Spring.
 */
@NullMarked
package io.github.sluice.bucket;

import org.jspecify.annotations.NullMarked;
