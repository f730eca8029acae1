/**
 * A node as a process of its own, which can be killed, frozen, cut off, and told to drop dead at a
 * certain commit.
 */
@NullMarked
package dev.pawl.chaos.node;

import org.jspecify.annotations.NullMarked;
