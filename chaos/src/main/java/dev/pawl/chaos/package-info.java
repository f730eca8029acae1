/** Faults on purpose: random flows on real processes that are killed, frozen and cut off. */
@NullMarked
package dev.pawl.chaos;

import org.jspecify.annotations.NullMarked;
