/** What can only be said about a definition as a whole: targets, names, ways, variables. */
@NullMarked
package dev.pawl.model.check;

import org.jspecify.annotations.NullMarked;
