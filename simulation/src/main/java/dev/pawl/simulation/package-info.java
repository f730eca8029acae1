/**
 * The simulator: random flows in a random world, run on virtual time with a crash between any two
 * facts, and checked against invariants.
 */
@NullMarked
package dev.pawl.simulation;

import org.jspecify.annotations.NullMarked;
