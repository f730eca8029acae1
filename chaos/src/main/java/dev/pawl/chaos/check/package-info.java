/**
 * Checks of a cluster after an attack. They compare what clients requested and were answered, the
 * side effects in the ledger, and what the store shows.
 */
@NullMarked
package dev.pawl.chaos.check;

import org.jspecify.annotations.NullMarked;
