/**
 * The PostgreSQL server that all tests of a build share. These sources are compiled into the tests
 * of each module that needs a database.
 */
@NullMarked
package dev.pawl.postgres.testing;

import org.jspecify.annotations.NullMarked;
