/** Diagrams of flows. */
@NullMarked
package dev.pawl.model.diagram;

import org.jspecify.annotations.NullMarked;
