/** What tests of flows need: an engine in memory whose time is turned by hand. */
@NullMarked
package dev.pawl.testkit;

import org.jspecify.annotations.NullMarked;
