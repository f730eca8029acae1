/** Flows: drafts, published versions, and their lifecycle. */
@NullMarked
package dev.pawl.server.flow;

import org.jspecify.annotations.NullMarked;
