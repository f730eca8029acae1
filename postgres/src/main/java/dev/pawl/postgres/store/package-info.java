/**
 * Implements the store on PostgreSQL: executions, their journal, messages, offers and versions as
 * rows. Start with {@link dev.pawl.postgres.store.PostgresStore}; the migrations define the tables.
 */
@NullMarked
package dev.pawl.postgres.store;

import org.jspecify.annotations.NullMarked;
