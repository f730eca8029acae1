/**
 * The parts that all drivers of executions share (ports to handlers and flows, handler calls, child
 * flows), and a single-threaded driver that works in memory.
 */
@NullMarked
package dev.pawl.engine.run;

import org.jspecify.annotations.NullMarked;
