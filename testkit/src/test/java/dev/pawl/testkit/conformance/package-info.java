/** Cases recorded from other systems, run against the reader and the engine. */
@NullMarked
package dev.pawl.testkit.conformance;

import org.jspecify.annotations.NullMarked;
