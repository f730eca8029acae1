/**
 * What became durable lately, whoever wrote it. The journal has no index that would tell, so this
 * goes from one state of the database to the next and reads the youngest part of it.
 */
@NullMarked
package dev.pawl.postgres.feed;

import org.jspecify.annotations.NullMarked;
