/** The OpenAPI 3.1 document of the server, generated from its controllers and records. */
@NullMarked
package dev.pawl.server.openapi;

import org.jspecify.annotations.NullMarked;
