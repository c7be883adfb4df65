/** What integration tests need from outside the JVM: a real Redis. */
@NullMarked
package io.github.sluice.testing;

import org.jspecify.annotations.NullMarked;
