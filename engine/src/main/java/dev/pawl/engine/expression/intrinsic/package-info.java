/** The intrinsic functions of the language. */
@NullMarked
package dev.pawl.engine.expression.intrinsic;

import org.jspecify.annotations.NullMarked;
