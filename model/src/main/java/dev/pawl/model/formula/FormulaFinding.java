package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;

/**
 * An error in a formula.
 *
 * @param position where it is in the text of the formula or template; line and column from 1
 * @param message what is wrong
 * @param advice what to do about it; may be empty
 */
public record FormulaFinding(DocumentPosition position, String message, String advice) {

  public int line() {
    return position.line();
  }

  public int column() {
    return position.column();
  }

  @Override
  public String toString() {
    String text = line() + ":" + column() + ": " + message;
    return advice.isEmpty() ? text : text + ". " + advice;
  }
}
