/**
 * Provides nodes with work: runnable executions, due timers, messages, and executions of dead
 * nodes.
 */
@NullMarked
package dev.pawl.postgres.claim;

import org.jspecify.annotations.NullMarked;
