package dev.pawl.server.settings;

import java.util.Comparator;
import java.util.stream.Stream;

/** Finds the known word that is most similar to a misspelled one. */
public final class Nearest {

  private Nearest() {}

  public static String to(String word, Stream<String> known) {
    return known.min(Comparator.comparingInt(candidate -> distance(word, candidate))).orElse("");
  }

  /** Returns the edit distance with insertions, deletions, substitutions and adjacent swaps. */
  private static int distance(String from, String to) {
    int[][] d = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
        int least = Math.min(d[i - 1][j], d[i][j - 1]) + 1;
        least = Math.min(least, d[i - 1][j - 1] + (isSame ? 0 : 1));
        boolean isSwapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        d[i][j] = isSwapped ? Math.min(least, d[i - 2][j - 2] + 1) : least;
      }
    }
    return d[from.length()][to.length()];
  }
}
