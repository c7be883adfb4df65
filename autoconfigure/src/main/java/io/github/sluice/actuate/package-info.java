/** What an operator sees: the meters. */
@NullMarked
package io.github.sluice.actuate;

import org.jspecify.annotations.NullMarked;
