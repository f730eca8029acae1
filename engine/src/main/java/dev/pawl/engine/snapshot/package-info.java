/**
 * The binary form of executions, which saves folding a long journal again. A snapshot is a cache:
 * an unreadable one is dropped, and the journal is folded from the start.
 */
@NullMarked
package dev.pawl.engine.snapshot;

import org.jspecify.annotations.NullMarked;
