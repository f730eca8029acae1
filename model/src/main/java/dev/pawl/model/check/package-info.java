/** Checks that need the whole definition: targets, names, reachability, loops and variables. */
@NullMarked
package dev.pawl.model.check;

import org.jspecify.annotations.NullMarked;
