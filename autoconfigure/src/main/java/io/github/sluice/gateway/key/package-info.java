/** Who pays: from a request to the identity of its caller, and from there to the id of a bucket. */
@NullMarked
package io.github.sluice.gateway.key;

import org.jspecify.annotations.NullMarked;
