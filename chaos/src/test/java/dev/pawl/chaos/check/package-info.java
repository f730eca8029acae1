/** The judge is judged, too. */
@NullMarked
package dev.pawl.chaos.check;

import org.jspecify.annotations.NullMarked;
