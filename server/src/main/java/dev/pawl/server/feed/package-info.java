/** Event streams of the executions of a flow or a tenant. */
@NullMarked
package dev.pawl.server.feed;

import org.jspecify.annotations.NullMarked;
