/** Turns the RequestRateLimiter filters of a configuration file into TokenBucket filters, in their place. */
@NullMarked
package io.github.sluice.sample.convert;

import org.jspecify.annotations.NullMarked;
