/**
 * Errors as their callers read them (RFC 9457): a stable code, and a sentence that says what to do.
 */
@NullMarked
package dev.pawl.server.problem;

import org.jspecify.annotations.NullMarked;
