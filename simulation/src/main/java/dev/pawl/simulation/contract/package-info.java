/** Contracts as abstract test classes, which the tests of every store extend. */
@NullMarked
package dev.pawl.simulation.contract;

import org.jspecify.annotations.NullMarked;
