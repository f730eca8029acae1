/** The tables: numbered migrations, and the partitions that are made ahead and dropped by age. */
@NullMarked
package dev.pawl.postgres.schema;

import org.jspecify.annotations.NullMarked;
