/** The example of {@code testkit/README.md}. */
@NullMarked
package dev.pawl.testkit.example;

import org.jspecify.annotations.NullMarked;
