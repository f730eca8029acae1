/** Evaluation of formulas and {@code {{ }}} templates, through their JSONata. */
@NullMarked
package dev.pawl.engine.expression.formula;

import org.jspecify.annotations.NullMarked;
