/**
 * Evaluation of JSONata. Begin with {@link dev.pawl.engine.expression.jsonata.Jsonata}; {@code
 * Evaluator} is one switch over the tree, {@code Paths} walks paths, {@code Calls} calls functions,
 * and each family of built-in functions has a class of its own, collected in {@code Library}.
 *
 * <p>Inside, a value is a {@link dev.pawl.sdk.Json} as it came in, a {@code Double} that was
 * computed, a {@code Sequence} or {@code Struct} that was built, a {@code Function}, or {@code
 * Undefined}; only the result is turned into JSON.
 */
@NullMarked
package dev.pawl.engine.expression.jsonata;

import org.jspecify.annotations.NullMarked;
