/** JMH benchmarks of Pawl. Speed is measured here and never asserted in a test. */
@NullMarked
package dev.pawl.bench;

import org.jspecify.annotations.NullMarked;
