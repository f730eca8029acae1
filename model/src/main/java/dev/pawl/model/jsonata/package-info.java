/**
 * JSONata text to an immutable tree. Everything that can be known without data is decided here:
 * syntax, regular expressions, function signatures and which steps a {@code %} refers to.
 */
@NullMarked
package dev.pawl.model.jsonata;

import org.jspecify.annotations.NullMarked;
