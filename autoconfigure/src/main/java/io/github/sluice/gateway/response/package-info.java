/** What a caller reads: the headers, and the answers 429 and 503. The only place where a wait becomes whole seconds. */
@NullMarked
package io.github.sluice.gateway.response;

import org.jspecify.annotations.NullMarked;
