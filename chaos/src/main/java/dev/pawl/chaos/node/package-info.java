/**
 * A node in its own process, which can be killed, frozen, disconnected, and halted at a certain
 * commit.
 */
@NullMarked
package dev.pawl.chaos.node;

import org.jspecify.annotations.NullMarked;
