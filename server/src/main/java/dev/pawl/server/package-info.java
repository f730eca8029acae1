/** The server: an engine, its database, and the doors to both. */
@NullMarked
package dev.pawl.server;

import org.jspecify.annotations.NullMarked;
