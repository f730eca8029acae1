/**
 * The store on PostgreSQL: executions, their journal, mail and versions as rows. {@link
 * dev.pawl.postgres.store.PostgresStore} is where to begin; the tables are in the migrations.
 */
@NullMarked
package dev.pawl.postgres.store;

import org.jspecify.annotations.NullMarked;
