/**
 * The feed of newly durable facts, from any writer. The journal has no index on commit order, so
 * this package compares successive states of the database and reads the most recent part.
 */
@NullMarked
package dev.pawl.postgres.feed;

import org.jspecify.annotations.NullMarked;
