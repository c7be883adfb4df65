/** What a limiter costs a gateway, seen over HTTP from outside. */
@NullMarked
package io.github.sluice.benchmarks.http;

import org.jspecify.annotations.NullMarked;
