/**
 * Statistics of executions and of the work that waits, by queries that read a bounded number of
 * rows.
 */
@NullMarked
package dev.pawl.postgres.stats;

import org.jspecify.annotations.NullMarked;
