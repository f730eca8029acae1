/** Settings of the server and the sources of their values. */
@NullMarked
package dev.pawl.server.settings;

import org.jspecify.annotations.NullMarked;
