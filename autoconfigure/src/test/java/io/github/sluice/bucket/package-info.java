/** Tests of the model, and the table of vectors that drives the model and every store. */
@NullMarked
package io.github.sluice.bucket;

import org.jspecify.annotations.NullMarked;
