/**
 * A bad network on purpose: a proxy between nodes and PostgreSQL that delays, drops, resets,
 * swallows everything, or cuts exactly between a commit and its answer.
 */
@NullMarked
package dev.pawl.chaos.proxy;

import org.jspecify.annotations.NullMarked;
