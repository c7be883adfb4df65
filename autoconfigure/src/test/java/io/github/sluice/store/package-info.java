/** Tests of the stores: one contract, inherited by each. */
@NullMarked
package io.github.sluice.store;

import org.jspecify.annotations.NullMarked;
