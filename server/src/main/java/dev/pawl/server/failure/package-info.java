/** Failure families: failed executions that are alike, what they have in common, and their care. */
@NullMarked
package dev.pawl.server.failure;

import org.jspecify.annotations.NullMarked;
