/**
 * Readers that turn a definition into a flow and report findings.
 *
 * <p>The entry point is {@link dev.pawl.model.definition.Definitions}.
 */
@NullMarked
package dev.pawl.model.definition;

import org.jspecify.annotations.NullMarked;
