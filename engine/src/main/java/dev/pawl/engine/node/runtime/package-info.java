/**
 * The runtime loops of a node. {@link dev.pawl.engine.node.runtime.Incarnation} holds everything
 * that a node loses together with its lease, {@link dev.pawl.engine.node.runtime.ExecutionHost}
 * serves the executions in memory, and {@link dev.pawl.engine.node.runtime.Committer} makes their
 * commits durable.
 */
@NullMarked
package dev.pawl.engine.node.runtime;

import org.jspecify.annotations.NullMarked;
