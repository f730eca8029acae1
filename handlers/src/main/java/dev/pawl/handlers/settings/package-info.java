/** Reads the settings of handlers and reports mistakes in them. */
@NullMarked
package dev.pawl.handlers.settings;

import org.jspecify.annotations.NullMarked;
