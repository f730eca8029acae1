/** Bindings of event types to flows, and their table in memory. */
@NullMarked
package dev.pawl.triggers.binding;

import org.jspecify.annotations.NullMarked;
