/** Commands for failure families. */
@NullMarked
package dev.pawl.cli.remote.failure;

import org.jspecify.annotations.NullMarked;
