/**
 * The binary encoding of journals and snapshots: variable-length numbers, text and compression.
 * Damaged bytes always cause a {@link dev.pawl.engine.bytes.DamagedBytesException}.
 */
@NullMarked
package dev.pawl.engine.bytes;

import org.jspecify.annotations.NullMarked;
