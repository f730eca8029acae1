/** Failure families: how failed executions get into them, and what is read of them. */
@NullMarked
package dev.pawl.postgres.failure;

import org.jspecify.annotations.NullMarked;
