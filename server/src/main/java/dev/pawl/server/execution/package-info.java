/** Executions: starting, looking, and acting on them. */
@NullMarked
package dev.pawl.server.execution;

import org.jspecify.annotations.NullMarked;
