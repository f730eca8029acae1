/** The commands of {@code pawl}. Each command is a class; this package knows the list of them. */
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
