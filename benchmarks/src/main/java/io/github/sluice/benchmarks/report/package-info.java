/** Tables, charts and the facts of the machine beside them. */
@NullMarked
package io.github.sluice.benchmarks.report;

import org.jspecify.annotations.NullMarked;
