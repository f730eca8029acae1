/**
 * The interpreter: a pure function from an execution and a fact to the next execution and the
 * commands that follow. Nothing here reads a clock, draws a random number or touches the outside.
 */
@NullMarked
package dev.pawl.engine;

import org.jspecify.annotations.NullMarked;
