package dev.pawl.triggers.binding;

import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.ParsedFormula;

/** Parses the formulas of bindings. */
final class Formulas {

  private Formulas() {}

  /**
   * Returns the formula.
   *
   * @throws IllegalArgumentException if it has errors; the message names the field and all of them
   */
  static Formula parse(String field, String text, FormulaScope scope) {
    ParsedFormula parsed = Formula.parse(text, scope);
    return parsed
        .formula()
        .orElseThrow(() -> new IllegalArgumentException(field + ": " + parsed.findings()));
  }
}
