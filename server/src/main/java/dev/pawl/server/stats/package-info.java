/** Statistics of executions over the last hours and days, and what executes and waits now. */
@NullMarked
package dev.pawl.server.stats;

import org.jspecify.annotations.NullMarked;
