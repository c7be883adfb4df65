/** What a decision of a store costs, ours and others', against the same Redis. */
@NullMarked
package io.github.sluice.benchmarks.store;

import org.jspecify.annotations.NullMarked;
