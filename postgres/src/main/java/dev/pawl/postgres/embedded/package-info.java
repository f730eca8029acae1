/**
 * Runs a PostgreSQL server as a child process, on its own folder: durable, not accessible to other
 * users, and stopped with this program. Start with {@link
 * dev.pawl.postgres.embedded.EmbeddedPostgres}.
 */
@NullMarked
package dev.pawl.postgres.embedded;

import org.jspecify.annotations.NullMarked;
