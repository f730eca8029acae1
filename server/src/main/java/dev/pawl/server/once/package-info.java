/** Doing a request once, however often it comes: answers are kept under the caller's own key. */
@NullMarked
package dev.pawl.server.once;

import org.jspecify.annotations.NullMarked;
