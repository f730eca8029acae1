/**
 * Reads definitions and journals from the store: cached flows, restored executions and the facts of
 * an execution in order.
 */
@NullMarked
package dev.pawl.engine.node.read;

import org.jspecify.annotations.NullMarked;
