/** Idempotency keys: a repeated write returns the stored response of the first one. */
@NullMarked
package dev.pawl.server.idempotency;

import org.jspecify.annotations.NullMarked;
