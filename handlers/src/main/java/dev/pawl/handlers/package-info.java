/** The built-in handlers that call other systems, by name. */
@NullMarked
package dev.pawl.handlers;

import org.jspecify.annotations.NullMarked;
