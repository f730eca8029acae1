/** The contract of nodes, independent of the store. */
@NullMarked
package dev.pawl.simulation.contract.node;

import org.jspecify.annotations.NullMarked;
