/** Planted defects that the checks must detect. */
@NullMarked
package dev.pawl.chaos.defect;

import org.jspecify.annotations.NullMarked;
