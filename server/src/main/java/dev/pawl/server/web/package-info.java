/** What all doors share: bodies, lists, callers. */
@NullMarked
package dev.pawl.server.web;

import org.jspecify.annotations.NullMarked;
