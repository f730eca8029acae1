/** Connections to the database: opening and pooling, templates, and the meaning of SQL errors. */
@NullMarked
package dev.pawl.postgres.connection;

import org.jspecify.annotations.NullMarked;
