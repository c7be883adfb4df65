/** How much a request takes. */
@NullMarked
package io.github.sluice.gateway.cost;

import org.jspecify.annotations.NullMarked;
