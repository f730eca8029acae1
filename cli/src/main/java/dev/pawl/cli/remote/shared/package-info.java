/** Options and output that all commands for a server share. */
@NullMarked
package dev.pawl.cli.remote.shared;

import org.jspecify.annotations.NullMarked;
