/** The commands of {@code pawl}, one class each, and the list of all commands. */
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
