/** What is known of the server under an exchange: its request and its event loop. */
@NullMarked
package io.github.sluice.gateway.server;

import org.jspecify.annotations.NullMarked;
