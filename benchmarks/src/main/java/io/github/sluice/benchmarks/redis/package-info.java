/** The Redis processes of a benchmark, and what they say of themselves. */
@NullMarked
package io.github.sluice.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
