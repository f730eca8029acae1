/** The Java client of the HTTP API; {@link dev.pawl.client.PawlClient} is where to begin. */
@NullMarked
package dev.pawl.client;

import org.jspecify.annotations.NullMarked;
