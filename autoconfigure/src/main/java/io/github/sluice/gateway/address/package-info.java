/** Where a request comes from: the peer of its connection, or the hop that trusted proxies tell of. */
@NullMarked
package io.github.sluice.gateway.address;

import org.jspecify.annotations.NullMarked;
