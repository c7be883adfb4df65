/** A gateway as a stranger would write it with the starter, and the servers it brings to run out of the box. */
@NullMarked
package io.github.sluice.sample;

import org.jspecify.annotations.NullMarked;
