/**
 * A flow definition as immutable, typed data.
 *
 * <p>The JSON document is the single source of truth. A {@link dev.pawl.model.Flow} contains it
 * together with the typed form that the interpreter uses, in which every path, intrinsic function
 * and expression is parsed.
 */
@NullMarked
package dev.pawl.model;

import org.jspecify.annotations.NullMarked;
