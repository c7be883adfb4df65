/** Where buckets are kept: one class for each store, and one for each thing that a store can be given on top. */
@NullMarked
package io.github.sluice.store;

import org.jspecify.annotations.NullMarked;
