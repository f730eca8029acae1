/**
 * Running executions: the ports to the outside, and a driver that keeps everything in memory and
 * does one thing after the other.
 */
@NullMarked
package dev.pawl.engine.run;

import org.jspecify.annotations.NullMarked;
