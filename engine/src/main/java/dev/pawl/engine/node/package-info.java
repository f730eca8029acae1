/**
 * The public API of the runtime. {@link dev.pawl.engine.node.Node} starts and awaits executions,
 * {@link dev.pawl.engine.node.ExecutionControl} reads and controls them. The packages below hold
 * the parts: {@code runtime} uses {@code external}, which uses {@code live}, which uses {@code
 * read} and {@code time}.
 */
@NullMarked
package dev.pawl.engine.node;

import org.jspecify.annotations.NullMarked;
