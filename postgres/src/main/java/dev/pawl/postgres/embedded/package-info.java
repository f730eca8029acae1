/**
 * A real PostgreSQL server that this program starts itself, on a folder of its own: durable, closed
 * to everybody else, gone when the program is gone.
 */
@NullMarked
package dev.pawl.postgres.embedded;

import org.jspecify.annotations.NullMarked;
