package dev.pawl.model.finding;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Suggests names similar to a misspelt one. */
public final class Nearest {

  /** The maximum length of names that are compared, in characters. */
  private static final int MAX_NAME_CHARACTERS = 80;

  private static final int MAX_COMPARED_NAMES = 500;

  /** The minimum length of a prefix that counts as similar; shorter ones match too many names. */
  private static final int MIN_PREFIX_CHARACTERS = 4;

  private Nearest() {}

  /** Returns "Did you mean ...?"; empty text if no name is similar. */
  public static String advice(String written, Collection<String> names) {
    return of(written, names).map(name -> "Did you mean '" + name + "'?").orElse("");
  }

  /**
   * Returns the most similar name within a small edit distance, in which a swap of two neighbouring
   * characters counts once; otherwise the shortest name that starts with the written one, or that
   * the written one starts with.
   */
  public static Optional<String> of(String written, Collection<String> names) {
    if (written.isBlank() || written.length() > MAX_NAME_CHARACTERS) {
      return Optional.empty();
    }
    String wanted = written.toLowerCase(Locale.ROOT);
    int tolerated = Math.max(1, Math.min(3, written.length() / 3));
    ToIntFunction<String> distance =
        name -> distance(wanted, name.toLowerCase(Locale.ROOT), tolerated);
    return names.stream()
        .filter(name -> Math.abs(name.length() - written.length()) <= tolerated)
        .limit(MAX_COMPARED_NAMES)
        .filter(name -> distance.applyAsInt(name) <= tolerated)
        .min(Comparator.comparingInt(distance).thenComparing(Comparator.naturalOrder()))
        .or(() -> longer(wanted, names));
  }

  private static Optional<String> longer(String wanted, Collection<String> names) {
    return names.stream()
        .limit(MAX_COMPARED_NAMES)
        .filter(name -> name.length() <= MAX_NAME_CHARACTERS && isBeginning(wanted, name))
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isBeginning(String one, String other) {
    int length = Math.min(one.length(), other.length());
    return length >= MIN_PREFIX_CHARACTERS && one.regionMatches(true, 0, other, 0, length);
  }

  /**
   * Returns the number of characters to add, remove, replace or swap with their neighbour.
   *
   * @param most distances above this one need not be exact
   */
  private static int distance(String a, String b, int most) {
    int far = most + 1;
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = Math.min(j, far);
    }
    for (int i = 1; i <= a.length(); i++) {
      int from = Math.max(1, i - most);
      int to = Math.min(b.length(), i + most);
      row[from - 1] = from == 1 ? Math.min(i, far) : far;
      for (int j = from; j <= to; j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        boolean isSwapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        row[j] = isSwapped ? Math.min(least, 1 + beforeLast[j - 2]) : least;
      }
      if (to < b.length()) {
        row[to + 1] = far;
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[b.length()];
  }
}
