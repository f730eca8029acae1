/** The launch path of all triggers: from a fire to a start, a held row or a rejected one. */
@NullMarked
package dev.pawl.triggers.launch;

import org.jspecify.annotations.NullMarked;
