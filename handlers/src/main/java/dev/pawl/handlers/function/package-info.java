/** Handlers that have no effect of their own: they compute, log or call another handler. */
@NullMarked
package dev.pawl.handlers.function;

import org.jspecify.annotations.NullMarked;
