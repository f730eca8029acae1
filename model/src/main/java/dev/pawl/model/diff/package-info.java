/** Differences between two definitions, state by state. */
@NullMarked
package dev.pawl.model.diff;

import org.jspecify.annotations.NullMarked;
