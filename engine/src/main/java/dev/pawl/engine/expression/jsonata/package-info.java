/**
 * Evaluation of JSONata. Start with {@link dev.pawl.engine.expression.jsonata.Jsonata}. {@code
 * Evaluator} is one switch over the tree, {@code JsonataPaths} evaluates paths, {@code
 * FunctionCalls} calls functions, and each group of built-in functions has its own class, collected
 * in {@code Library}.
 *
 * <p>Internally, a value is an input {@link dev.pawl.sdk.Json}, a computed {@code Double}, a {@code
 * Sequence} or {@code Struct} created by the expression, a {@code Function}, or {@code Undefined};
 * only the result is converted to JSON.
 */
@NullMarked
package dev.pawl.engine.expression.jsonata;

import org.jspecify.annotations.NullMarked;
