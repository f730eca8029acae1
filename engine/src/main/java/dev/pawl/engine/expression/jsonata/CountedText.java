package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;

/**
 * Text on which every look of a regular expression is counted: a search that fails late, repeated
 * from every match, would otherwise cost far more than the text is long.
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
