/**
 * The interpreter: a pure function from an execution and a fact to the next execution and the
 * commands that follow. It uses no clock, no randomness and no I/O.
 */
@NullMarked
package dev.pawl.engine;

import org.jspecify.annotations.NullMarked;
