/**
 * The time of a node: its clocks, its periodic loops and ids that are ordered by time. {@link
 * dev.pawl.engine.node.time.RuntimeClock} is the only source of time in the packages of a node.
 */
@NullMarked
package dev.pawl.engine.node.time;

import org.jspecify.annotations.NullMarked;
