/**
 * Limits of requests and connections, and the security headers of responses. Independent of keys
 * and flows.
 */
@NullMarked
package dev.pawl.server.guard;

import org.jspecify.annotations.NullMarked;
