/**
 * Executions as bytes, so that a long journal need not be folded again. A snapshot is a cache: one
 * that cannot be read is dropped, and the journal folded from the start.
 */
@NullMarked
package dev.pawl.engine.snapshot;

import org.jspecify.annotations.NullMarked;
