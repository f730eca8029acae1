/** Pawl on PostgreSQL: the schema, the store, and Pawl as a library. */
@NullMarked
package dev.pawl.postgres;

import org.jspecify.annotations.NullMarked;
