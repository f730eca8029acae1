/** The audit: an append-only chain of entries on changes and refused requests. */
@NullMarked
package dev.pawl.server.audit;

import org.jspecify.annotations.NullMarked;
