/** The server: a node, its database, and the HTTP API. */
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
