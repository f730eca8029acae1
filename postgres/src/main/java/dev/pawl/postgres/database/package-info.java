/** The PostgreSQL database that Pawl uses: its address, and checks that it is suitable. */
@NullMarked
package dev.pawl.postgres.database;

import org.jspecify.annotations.NullMarked;
