/** The filter chain of Spring Security: credentials, authentication and security headers. */
@NullMarked
package dev.pawl.server.security;

import org.jspecify.annotations.NullMarked;
