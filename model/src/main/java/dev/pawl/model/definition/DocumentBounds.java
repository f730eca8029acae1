package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;

import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Limits the depth and size of a document before it is read as a definition. */
final class DocumentBounds {

  /** The maximum number of states in a definition, including those of nested machines. */
  static final int MAX_STATES = 25_000;

  private static final int MAX_VALUES = 1_000_000;

  /**
   * The maximum length of a pointer to a value; every finding about the value repeats the pointer.
   */
  private static final int MAX_POINTER = 4000;

  private DocumentBounds() {}

  private record Level(Json value, int depth, int pointer) {}

  static boolean exceeded(Json root, Findings findings) {
    Deque<Level> open = new ArrayDeque<>(List.of(new Level(root, 0, 0)));
    int values = 0;
    while (!open.isEmpty()) {
      Level level = open.pop();
      Optional<String> excess = excess(level, ++values);
      if (excess.isPresent()) {
        findings.add(
            TOO_LARGE, "", excess.get(), "Move parts of the definition into flows of their own.");
        return true;
      }
      pushChildren(level, open);
    }
    return false;
  }

  private static Optional<String> excess(Level level, int values) {
    if (level.depth() > JsonText.MAX_DEPTH) {
      return Optional.of("values are nested deeper than " + JsonText.MAX_DEPTH);
    }
    if (level.pointer() > MAX_POINTER) {
      return Optional.of("the names around a value have more than " + MAX_POINTER + " characters");
    }
    return values > MAX_VALUES
        ? Optional.of("there are more than " + MAX_VALUES + " values")
        : Optional.empty();
  }

  private static void pushChildren(Level level, Deque<Level> open) {
    int depth = level.depth() + 1;
    if (level.value() instanceof JsonObject object) {
      object
          .members()
          .forEach(
              (name, value) ->
                  open.push(new Level(value, depth, level.pointer() + name.length() + 1)));
    } else if (level.value() instanceof JsonArray array) {
      array.forEach(element -> open.push(new Level(element, depth, level.pointer() + 8)));
    }
  }
}
