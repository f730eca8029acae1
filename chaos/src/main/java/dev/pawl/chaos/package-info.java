/** Fault injection: random flows on real processes that are killed, frozen and disconnected. */
@NullMarked
package dev.pawl.chaos;

import org.jspecify.annotations.NullMarked;
