package dev.pawl.postgres.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the kinds that an execution waits for to comma-separated text and back. */
public final class WaitKindText {

  private WaitKindText() {}

  /** Returns the kinds as text, or null if there are none. */
  public static @Nullable String write(List<String> kinds) {
    return kinds.isEmpty()
        ? null
        : String.join(
            ",",
            kinds.stream().map(kind -> kind.replace("\\", "\\\\").replace(",", "\\,")).toList());
  }

  /** Returns the kinds of a text; null means none. */
  public static List<String> read(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    List<String> kinds = new ArrayList<>();
    StringBuilder kind = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == ',') {
        kinds.add(kind.toString());
        kind.setLength(0);
      } else {
        kind.append(next == '\\' ? text.charAt(++i) : next);
      }
    }
    kinds.add(kind.toString());
    return List.copyOf(kinds);
  }
}
