/** Queries on executions, by id, by indexed search and by what they wait for, and on nodes. */
@NullMarked
package dev.pawl.postgres.query;

import org.jspecify.annotations.NullMarked;
