/** Failure families: failed executions that are alike, and their care. */
@NullMarked
package dev.pawl.client.failure;

import org.jspecify.annotations.NullMarked;
