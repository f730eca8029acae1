/**
 * Flows as their authors manage them: drafts, published versions, deletion and emergency stops.
 * Methods that take a connection run in the transaction of their caller.
 */
@NullMarked
package dev.pawl.postgres.flow;

import org.jspecify.annotations.NullMarked;
