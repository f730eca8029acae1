/** Explains why executions do not proceed, and what would release them. */
@NullMarked
package dev.pawl.server.explain;

import org.jspecify.annotations.NullMarked;
