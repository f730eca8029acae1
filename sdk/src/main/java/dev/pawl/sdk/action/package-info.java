/** Handlers under the names of action-based workflow systems, with descriptors as JSON text. */
@NullMarked
package dev.pawl.sdk.action;

import org.jspecify.annotations.NullMarked;
