/**
 * The schema: numbered migrations, row-level security, and partitions that are created ahead and
 * dropped by age.
 */
@NullMarked
package dev.pawl.postgres.schema;

import org.jspecify.annotations.NullMarked;
