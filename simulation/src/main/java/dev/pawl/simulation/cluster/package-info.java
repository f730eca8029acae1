/**
 * Simulated nodes on a store: they write for many simulated worlds, hold their executions, and die.
 * A seed decides all of it.
 */
@NullMarked
package dev.pawl.simulation.cluster;

import org.jspecify.annotations.NullMarked;
