/** Conversions between values and rows: array columns, execution infos, short texts and digests. */
@NullMarked
package dev.pawl.postgres.row;

import org.jspecify.annotations.NullMarked;
