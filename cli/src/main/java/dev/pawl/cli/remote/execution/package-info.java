/** Commands that start, list, show and explain executions. */
@NullMarked
package dev.pawl.cli.remote.execution;

import org.jspecify.annotations.NullMarked;
