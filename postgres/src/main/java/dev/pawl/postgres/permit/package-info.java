/**
 * Concurrency permits: one row for each execution that a limited flow or tenant may have at a time.
 * {@link dev.pawl.postgres.permit.PermitSql} says how they are taken.
 */
@NullMarked
package dev.pawl.postgres.permit;

import org.jspecify.annotations.NullMarked;
