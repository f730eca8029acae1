/** The built-in handlers of a server and what they may reach. */
@NullMarked
package dev.pawl.server.egress;

import org.jspecify.annotations.NullMarked;
