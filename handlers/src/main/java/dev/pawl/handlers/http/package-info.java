/** Handlers that call other systems over HTTP. */
@NullMarked
package dev.pawl.handlers.http;

import org.jspecify.annotations.NullMarked;
