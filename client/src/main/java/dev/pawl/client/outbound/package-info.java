/** Secrets, connections and message templates of a tenant. */
@NullMarked
package dev.pawl.client.outbound;

import org.jspecify.annotations.NullMarked;
