/**
 * Time for tests: a clock that is turned by hand through whole nodes ({@link
 * dev.pawl.testkit.time.TurnedClock}).
 */
@NullMarked
package dev.pawl.testkit.time;

import org.jspecify.annotations.NullMarked;
