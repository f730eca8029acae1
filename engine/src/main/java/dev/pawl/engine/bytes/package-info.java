/**
 * Bytes as journals and snapshots keep them: numbers of variable length, texts, and compression of
 * what is long. What is damaged is told by {@link dev.pawl.engine.bytes.DamagedBytesException} and
 * nothing else.
 */
@NullMarked
package dev.pawl.engine.bytes;

import org.jspecify.annotations.NullMarked;
