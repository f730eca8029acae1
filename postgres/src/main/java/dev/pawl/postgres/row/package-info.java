/** Values on their way into rows and back: columns as arrays, cards, short texts and digests. */
@NullMarked
package dev.pawl.postgres.row;

import org.jspecify.annotations.NullMarked;
