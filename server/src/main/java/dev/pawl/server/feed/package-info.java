/** What happens to the executions of a flow, or of a whole tenant, told as it happens. */
@NullMarked
package dev.pawl.server.feed;

import org.jspecify.annotations.NullMarked;
