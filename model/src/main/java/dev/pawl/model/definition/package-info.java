/**
 * Definitions to flows: the readers of every state, and what they found on the way.
 *
 * <p>{@link dev.pawl.model.definition.Definitions} is the door.
 */
@NullMarked
package dev.pawl.model.definition;

import org.jspecify.annotations.NullMarked;
