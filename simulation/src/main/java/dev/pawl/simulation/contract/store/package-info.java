/** The contract that every store passes, by subject. */
@NullMarked
package dev.pawl.simulation.contract.store;

import org.jspecify.annotations.NullMarked;
