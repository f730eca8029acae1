/** Recorded histories of every release, which must fold to the same result forever. */
@NullMarked
package dev.pawl.simulation.golden;

import org.jspecify.annotations.NullMarked;
