/** Registers the commands that talk to a server; its subpackages contain them. */
@NullMarked
package dev.pawl.cli.remote;

import org.jspecify.annotations.NullMarked;
