/**
 * An execution in the memory of its node. {@link dev.pawl.engine.node.live.LiveExecution} accepts
 * all input of one execution, {@link dev.pawl.engine.node.live.LiveState} applies it and {@link
 * dev.pawl.engine.node.live.WriteCycle} writes it. They reach their node only through {@link
 * dev.pawl.engine.node.live.ExecutionRuntime}.
 */
@NullMarked
package dev.pawl.engine.node.live;

import org.jspecify.annotations.NullMarked;
