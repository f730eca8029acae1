/**
 * Formulas: filters, conditions and {@code {{ }}} templates. A formula is parsed, checked against
 * the types of its scope, and compiled to JSONata.
 */
@NullMarked
package dev.pawl.model.formula;

import org.jspecify.annotations.NullMarked;
