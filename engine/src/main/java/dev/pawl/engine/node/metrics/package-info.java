/** Counters, load and measured durations of a node. */
@NullMarked
package dev.pawl.engine.node.metrics;

import org.jspecify.annotations.NullMarked;
