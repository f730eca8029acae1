/**
 * Evaluation of paths, intrinsic functions and JSONata. All of it is a pure function of its
 * arguments and uses a {@link dev.pawl.engine.expression.Budget}: the same expression over the same
 * data gives the same value, or exceeds the same limit, on every machine.
 */
@NullMarked
package dev.pawl.engine.expression;

import org.jspecify.annotations.NullMarked;
