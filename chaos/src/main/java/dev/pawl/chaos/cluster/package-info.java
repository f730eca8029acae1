/**
 * Clusters under attack: a database, node or server processes, a ledger, clients, and the evidence
 * of a run.
 */
@NullMarked
package dev.pawl.chaos.cluster;

import org.jspecify.annotations.NullMarked;
