/** What Pawl costs, measured with JMH. Speed is judged here and never in a test. */
@NullMarked
package dev.pawl.bench;

import org.jspecify.annotations.NullMarked;
