/** The path of a request through the gateway: the filter {@code TokenBucket}, and how its arguments are read. */
@NullMarked
package io.github.sluice.gateway;

import org.jspecify.annotations.NullMarked;
