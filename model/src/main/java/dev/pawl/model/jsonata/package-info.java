/**
 * Parser and immutable syntax tree of JSONata. It decides everything that does not depend on data:
 * syntax, regular expressions, function signatures and the step that each {@code %} refers to.
 */
@NullMarked
package dev.pawl.model.jsonata;

import org.jspecify.annotations.NullMarked;
