/** JSON text to values and back, within limits that no input can exceed. */
@NullMarked
package dev.pawl.model.json;

import org.jspecify.annotations.NullMarked;
