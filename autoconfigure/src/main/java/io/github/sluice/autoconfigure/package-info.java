/** Wiring and nothing else: from properties and beans to a filter and its store. */
@NullMarked
package io.github.sluice.autoconfigure;

import org.jspecify.annotations.NullMarked;
