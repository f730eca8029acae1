/**
 * A flow definition as immutable, typed data.
 *
 * <p>The JSON document stays the single source of truth: a {@link dev.pawl.model.Flow} carries it
 * as it was meant, and the types here are what the interpreter reads of it, with every path,
 * intrinsic function and expression parsed once.
 */
@NullMarked
package dev.pawl.model;

import org.jspecify.annotations.NullMarked;
