/** Values on their way into rows and back: columns as arrays, cards, and short texts. */
@NullMarked
package dev.pawl.postgres.row;

import org.jspecify.annotations.NullMarked;
