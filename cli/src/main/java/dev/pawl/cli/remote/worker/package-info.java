/** The command that runs a program as a remote worker. */
@NullMarked
package dev.pawl.cli.remote.worker;

import org.jspecify.annotations.NullMarked;
