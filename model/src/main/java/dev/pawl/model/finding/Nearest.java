package dev.pawl.model.finding;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Guesses which name was meant. */
public final class Nearest {

  /** No name of a definition is longer. */
  private static final int LONGEST = 80;

  private static final int MOST = 500;

  /** Shorter beginnings fit too many names. */
  private static final int SHORTEST_BEGINNING = 4;

  private Nearest() {}

  /** "Did you mean ...?", or nothing if no name comes near. */
  public static String advice(String written, Collection<String> names) {
    return of(written, names).map(name -> "Did you mean '" + name + "'?").orElse("");
  }

  /**
   * The name that differs least, if it differs little: two letters that changed places count as one
   * difference. Otherwise the shortest name of which the other is the beginning.
   */
  public static Optional<String> of(String written, Collection<String> names) {
    if (written.isBlank() || written.length() > LONGEST) {
      return Optional.empty();
    }
    String wanted = written.toLowerCase(Locale.ROOT);
    int tolerated = Math.max(1, Math.min(3, written.length() / 3));
    ToIntFunction<String> distance =
        name -> distance(wanted, name.toLowerCase(Locale.ROOT), tolerated);
    return names.stream()
        .filter(name -> Math.abs(name.length() - written.length()) <= tolerated)
        .limit(MOST)
        .filter(name -> distance.applyAsInt(name) <= tolerated)
        .min(Comparator.comparingInt(distance).thenComparing(Comparator.naturalOrder()))
        .or(() -> longer(wanted, names));
  }

  private static Optional<String> longer(String wanted, Collection<String> names) {
    return names.stream()
        .limit(MOST)
        .filter(name -> name.length() <= LONGEST && isBeginning(wanted, name))
        .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isBeginning(String one, String other) {
    int length = Math.min(one.length(), other.length());
    return length >= SHORTEST_BEGINNING && one.regionMatches(true, 0, other, 0, length);
  }

  /**
   * The number of letters to add, remove, replace or swap with their neighbour.
   *
   * @param most a greater distance need not be exact, which spares most of the work
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
