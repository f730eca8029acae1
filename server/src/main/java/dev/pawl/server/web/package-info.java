/** Parts that all endpoints share: JSON, validation, pages, streams and the order of filters. */
@NullMarked
package dev.pawl.server.web;

import org.jspecify.annotations.NullMarked;
