package dev.pawl.model.formula;

import java.util.List;
import java.util.Optional;

/**
 * The result of parsing a formula.
 *
 * @param formula present if and only if there are no findings
 */
public record ParsedFormula(Optional<Formula> formula, List<FormulaFinding> findings) {

  public ParsedFormula {
    findings = List.copyOf(findings);
  }

  /**
   * Returns the formula.
   *
   * @throws IllegalArgumentException with all findings if it is wrong
   */
  public Formula orElseThrow() {
    return formula.orElseThrow(() -> new IllegalArgumentException(findings.toString()));
  }
}
