/** Servers on the loopback interface that answer well or badly. */
@NullMarked
package dev.pawl.handlers.testing;

import org.jspecify.annotations.NullMarked;
