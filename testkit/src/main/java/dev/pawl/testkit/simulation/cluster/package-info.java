/**
 * Nodes on a store, for the simulator: they write for many simulated worlds at once, hold their
 * executions, and die. Whatever they do is decided by a seed.
 */
@NullMarked
package dev.pawl.testkit.simulation.cluster;

import org.jspecify.annotations.NullMarked;
