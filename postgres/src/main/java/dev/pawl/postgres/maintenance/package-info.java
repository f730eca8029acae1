/** Maintenance of the store: partitions created ahead, retention, limits, and the audit. */
@NullMarked
package dev.pawl.postgres.maintenance;

import org.jspecify.annotations.NullMarked;
