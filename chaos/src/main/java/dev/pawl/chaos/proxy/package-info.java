/**
 * A proxy between nodes and PostgreSQL that delays, drops, resets or holds back traffic, or cuts a
 * connection exactly between a commit and its answer.
 */
@NullMarked
package dev.pawl.chaos.proxy;

import org.jspecify.annotations.NullMarked;
