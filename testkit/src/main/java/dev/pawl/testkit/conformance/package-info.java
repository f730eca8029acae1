/** Cases recorded from other systems: how they are read, what their tasks do, what must come. */
@NullMarked
package dev.pawl.testkit.conformance;

import org.jspecify.annotations.NullMarked;
