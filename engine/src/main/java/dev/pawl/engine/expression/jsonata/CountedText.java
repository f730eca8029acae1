package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;

/**
 * A text that counts each access of a regular expression: a search that fails late and restarts
 * after every match costs far more than the length of the text.
 */
final class CountedText implements CharSequence {

  private static final int LOOKS_PER_VISIT = 4;

  private final String text;
  private final Budget budget;
  private int looks;

  CountedText(String text, Budget budget) {
    this.text = text;
    this.budget = budget;
  }

  @Override
  public char charAt(int index) {
    if (++looks == LOOKS_PER_VISIT) {
      looks = 0;
      budget.visit(1);
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
