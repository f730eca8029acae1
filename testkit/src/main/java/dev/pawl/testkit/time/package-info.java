/** Virtual time for tests of whole nodes: {@link dev.pawl.testkit.time.TurnedClock}. */
@NullMarked
package dev.pawl.testkit.time;

import org.jspecify.annotations.NullMarked;
