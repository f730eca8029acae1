/** Flows, fixed and random, whose results, side effects and events are known before they run. */
@NullMarked
package dev.pawl.chaos.program;

import org.jspecify.annotations.NullMarked;
