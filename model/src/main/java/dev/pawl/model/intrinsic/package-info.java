/** Calls of intrinsic functions such as {@code States.Format('{}', $.a)}, read once into data. */
@NullMarked
package dev.pawl.model.intrinsic;

import org.jspecify.annotations.NullMarked;
