/** What a decision costs. */
@NullMarked
package io.github.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
