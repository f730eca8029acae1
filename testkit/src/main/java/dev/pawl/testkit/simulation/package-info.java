/**
 * The simulator: random flows in a random world, run on virtual time with a crash between any two
 * facts, and checked against what must hold whatever happens.
 */
@NullMarked
package dev.pawl.testkit.simulation;

import org.jspecify.annotations.NullMarked;
