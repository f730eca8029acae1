/** How two definitions differ, state by state. */
@NullMarked
package dev.pawl.model.diff;

import org.jspecify.annotations.NullMarked;
