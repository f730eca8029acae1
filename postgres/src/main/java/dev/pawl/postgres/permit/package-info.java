/**
 * Concurrency permits: one row for each execution that a limited flow or tenant may run at a time.
 * {@link dev.pawl.postgres.permit.PermitSql} defines how they are taken.
 */
@NullMarked
package dev.pawl.postgres.permit;

import org.jspecify.annotations.NullMarked;
