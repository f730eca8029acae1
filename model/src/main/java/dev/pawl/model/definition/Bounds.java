package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;

import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** How deep and how large a value may be before it is looked at more closely. */
final class Bounds {

  /** The most states a definition may have, those of nested machines included. */
  static final int MAX_STATES = 25_000;

  private static final int MAX_VALUES = 1_000_000;

  private Bounds() {}

  private record Level(Json value, int depth) {}

  static boolean exceeded(Json root, Findings findings) {
    Deque<Level> open = new ArrayDeque<>(List.of(new Level(root, 0)));
    int values = 0;
    while (!open.isEmpty()) {
      Level level = open.pop();
      if (level.depth() > JsonText.MAX_DEPTH || ++values > MAX_VALUES) {
        findings.add(
            TOO_LARGE,
            "",
            level.depth() > JsonText.MAX_DEPTH
                ? "values are nested deeper than " + JsonText.MAX_DEPTH
                : "there are more than " + MAX_VALUES + " values",
            "Move parts of the definition into flows of their own.");
        return true;
      }
      for (Json child : children(level.value())) {
        open.push(new Level(child, level.depth() + 1));
      }
    }
    return false;
  }

  private static Collection<Json> children(Json value) {
    return switch (value) {
      case JsonObject object -> object.members().values();
      case JsonArray array -> array.elements();
      default -> List.of();
    };
  }
}
