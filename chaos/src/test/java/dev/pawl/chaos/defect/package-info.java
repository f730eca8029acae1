/** The checker proves itself: everything that is planted here must be caught. */
@NullMarked
package dev.pawl.chaos.defect;

import org.jspecify.annotations.NullMarked;
