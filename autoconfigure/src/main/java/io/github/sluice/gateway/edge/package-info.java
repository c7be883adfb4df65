/** The limit in front of all others, before anybody has looked at who is asking. */
@NullMarked
package io.github.sluice.gateway.edge;

import org.jspecify.annotations.NullMarked;
