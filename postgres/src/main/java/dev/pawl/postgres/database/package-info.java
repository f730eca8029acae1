/** The PostgreSQL database that Pawl works in: where it is, and whether it will do. */
@NullMarked
package dev.pawl.postgres.database;

import org.jspecify.annotations.NullMarked;
