/** Three gateways at once, with a store of their own each and with one for all. */
@NullMarked
package io.github.sluice.sample.replicas;

import org.jspecify.annotations.NullMarked;
