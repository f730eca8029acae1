/**
 * A cluster under attack: a database, node processes, a ledger and clients, and what is left of it.
 */
@NullMarked
package dev.pawl.chaos.cluster;

import org.jspecify.annotations.NullMarked;
