/** Under which limits a caller is: named plans, who is on which, and what an operator has said for the time being. */
@NullMarked
package io.github.sluice.gateway.plan;

import org.jspecify.annotations.NullMarked;
