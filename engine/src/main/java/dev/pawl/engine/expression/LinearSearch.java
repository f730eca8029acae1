package dev.pawl.engine.expression;

/** Text search in linear time (Knuth, Morris, Pratt). */
public final class LinearSearch {

  private LinearSearch() {}

  /**
   * Returns the end of the first occurrence of the part between the bounds; -1 if there is none.
   */
  public static int endOf(String part, String text, int from, int end) {
    if (part.isEmpty()) {
      return from;
    }
    int[] failure = failure(part);
    int matched = 0;
    for (int i = from; i < end; i++) {
      while (matched > 0 && part.charAt(matched) != text.charAt(i)) {
        matched = failure[matched - 1];
      }
      if (part.charAt(matched) == text.charAt(i) && ++matched == part.length()) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Returns, for each prefix, the length of its longest proper prefix that is also its suffix. */
  private static int[] failure(String part) {
    int[] failure = new int[part.length()];
    int matched = 0;
    for (int i = 1; i < part.length(); i++) {
      while (matched > 0 && part.charAt(matched) != part.charAt(i)) {
        matched = failure[matched - 1];
      }
      matched += part.charAt(matched) == part.charAt(i) ? 1 : 0;
      failure[i] = matched;
    }
    return failure;
  }
}
