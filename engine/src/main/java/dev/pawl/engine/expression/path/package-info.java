/** Reads values at paths and writes values to them. */
@NullMarked
package dev.pawl.engine.expression.path;

import org.jspecify.annotations.NullMarked;
