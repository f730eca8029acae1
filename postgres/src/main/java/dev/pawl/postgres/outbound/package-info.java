/** What handlers use for outgoing calls: connections and message templates of tenants. */
@NullMarked
package dev.pawl.postgres.outbound;

import org.jspecify.annotations.NullMarked;
