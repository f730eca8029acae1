/**
 * How nodes get work: executions that can go on, timers that ring, letters, and what the dead left.
 */
@NullMarked
package dev.pawl.postgres.claim;

import org.jspecify.annotations.NullMarked;
