/**
 * Evaluation of paths, intrinsic functions and JSONata. Everything here is a pure function of its
 * arguments and spends a {@link dev.pawl.engine.expression.Budget}, so that the same expression
 * over the same data gives the same value, or breaches the same limit, on every machine and for
 * ever.
 */
@NullMarked
package dev.pawl.engine.expression;

import org.jspecify.annotations.NullMarked;
