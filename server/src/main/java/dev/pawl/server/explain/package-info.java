/** Why executions do not move: every reason, and what would end it. */
@NullMarked
package dev.pawl.server.explain;

import org.jspecify.annotations.NullMarked;
