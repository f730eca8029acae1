package dev.pawl.model.finding;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name was meant. */
public final class Nearest {

  private static final int LONGEST = 40;
  private static final int MOST = 200;

  private Nearest() {}

  /** "Did you mean ...?", or nothing if no name comes near. */
  public static String advice(String written, Collection<String> names) {
    return of(written, names).map(name -> "Did you mean '" + name + "'?").orElse("");
  }

  /** The name that differs least, if it differs little. */
  public static Optional<String> of(String written, Collection<String> names) {
    if (written.length() > LONGEST) {
      return Optional.empty();
    }
    int tolerated = Math.max(1, Math.min(3, written.length() / 3));
    return names.stream()
        .limit(MOST)
        .filter(name -> Math.abs(name.length() - written.length()) <= tolerated)
        .filter(name -> distance(written, name) <= tolerated)
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  private static int distance(String written, String name) {
    String a = written.toLowerCase(Locale.ROOT);
    String b = name.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
