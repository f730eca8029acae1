/** Exit codes, version and terminal support, shared by all commands. */
@NullMarked
package dev.pawl.cli.program;

import org.jspecify.annotations.NullMarked;
