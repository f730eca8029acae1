/** Recorded histories of every release: facts written once fold the same for ever. */
@NullMarked
package dev.pawl.testkit.golden;

import org.jspecify.annotations.NullMarked;
