/** The endpoints for secrets, connections and message templates of a tenant. */
@NullMarked
package dev.pawl.server.outbound;

import org.jspecify.annotations.NullMarked;
