package dev.pawl.dialects;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A field of a dialect with its spellings.
 *
 * @param name the name in messages
 * @param spellings all accepted names, the preferred one first
 */
record AuthorField(String name, List<String> spellings) {

  /** Returns a field that is also accepted in snake case and under the given aliases. */
  static AuthorField of(String name, String... aliases) {
    List<String> spellings = new ArrayList<>(List.of(name));
    spellings.add(snakeCase(name));
    for (String alias : aliases) {
      spellings.add(alias);
      spellings.add(snakeCase(alias));
    }
    return new AuthorField(name, spellings.stream().distinct().toList());
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
