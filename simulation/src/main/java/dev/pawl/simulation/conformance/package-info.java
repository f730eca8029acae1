/**
 * Conformance cases recorded from other systems: their reader, their scripted tasks, and their
 * expected results.
 */
@NullMarked
package dev.pawl.simulation.conformance;

import org.jspecify.annotations.NullMarked;
