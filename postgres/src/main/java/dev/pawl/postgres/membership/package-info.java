/**
 * Holds the state that the parts of one node session share: its lease, hints on its executions, the
 * run queue and wake-ups.
 */
@NullMarked
package dev.pawl.postgres.membership;

import org.jspecify.annotations.NullMarked;
