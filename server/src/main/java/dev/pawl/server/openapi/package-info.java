/** The API described by itself (OpenAPI 3.1): read off the code that serves it. */
@NullMarked
package dev.pawl.server.openapi;

import org.jspecify.annotations.NullMarked;
