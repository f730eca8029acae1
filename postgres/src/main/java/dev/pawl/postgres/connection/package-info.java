/**
 * Connections to the database: how they are made, borrowed and kept, and what their errors mean.
 */
@NullMarked
package dev.pawl.postgres.connection;

import org.jspecify.annotations.NullMarked;
