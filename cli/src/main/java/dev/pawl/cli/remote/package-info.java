/** The commands that speak to a server. Each is a class; none keeps anything on this machine. */
@NullMarked
package dev.pawl.cli.remote;

import org.jspecify.annotations.NullMarked;
