/** The files of the web console, which the module {@code web} builds. */
@NullMarked
package dev.pawl.server.console;

import org.jspecify.annotations.NullMarked;
