/**
 * A node: the runtime loop around the pure interpreter. {@link dev.pawl.engine.node.Node} is the
 * door, {@link dev.pawl.engine.node.Live} moves one execution, {@link
 * dev.pawl.engine.node.Committer} makes what happened durable, and {@link
 * dev.pawl.engine.node.Incarnation} holds all that a node loses when it loses its right to write.
 */
@NullMarked
package dev.pawl.engine.node;

import org.jspecify.annotations.NullMarked;
