/**
 * Parser and syntax tree of calls of intrinsic functions such as {@code States.Format('{}', $.a)}.
 */
@NullMarked
package dev.pawl.model.intrinsic;

import org.jspecify.annotations.NullMarked;
