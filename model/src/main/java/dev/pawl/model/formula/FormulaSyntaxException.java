package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;

/** Thrown inside the parser at the first syntax error. */
final class FormulaSyntaxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient FormulaFinding finding;

  FormulaSyntaxException(DocumentPosition position, String message, String advice) {
    super(message, null, false, false);
    this.finding = new FormulaFinding(position, message, advice);
  }

  FormulaFinding finding() {
    return finding;
  }
}
