/** Commands about servers themselves: start, nodes and diagnosis. */
@NullMarked
package dev.pawl.cli.remote.server;

import org.jspecify.annotations.NullMarked;
