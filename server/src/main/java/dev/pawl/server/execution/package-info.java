/** Endpoints that start, show, search and control executions. */
@NullMarked
package dev.pawl.server.execution;

import org.jspecify.annotations.NullMarked;
