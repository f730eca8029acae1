package dev.pawl.engine.expression;

/** Finds text in text, in time that grows with their lengths alone (Knuth, Morris, Pratt). */
public final class LinearSearch {

  private LinearSearch() {}

  /** Where the first occurrence of the part within the bounds ends; -1 if there is none. */
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

  /** For each prefix, how much of it is found again at its end. */
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
