package dev.pawl.handlers.settings;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path to one value, such as {@code $.order.lines[0].price} or {@code $['a name']}.
 *
 * @param steps names and indexes, in order
 */
public record ValuePath(List<Object> steps) {

  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<name>[A-Za-z_][A-Za-z0-9_-]*)|\\[(?<index>\\d{1,9})\\]|\\['(?<quoted>[^']*)'\\]");

  public ValuePath {
    steps = List.copyOf(steps);
  }

  /**
   * Parses a path.
   *
   * @throws IllegalArgumentException if the text is no path to one value
   */
  public static ValuePath parse(String text) {
    if (!text.startsWith("$")) {
      throw notAPath(text);
    }
    List<Object> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    while (at < text.length()) {
      step.region(at, text.length());
      if (!step.lookingAt()) {
        throw notAPath(text);
      }
      if (step.group("index") != null) {
        steps.add(Integer.parseInt(step.group("index")));
      } else {
        steps.add(step.group("name") != null ? step.group("name") : step.group("quoted"));
      }
      at = step.end();
    }
    return new ValuePath(steps);
  }

  private static IllegalArgumentException notAPath(String text) {
    return new IllegalArgumentException(
        "'%s' is not a path to one value; write it as $.name, $.name[0] or $['a name']"
            .formatted(text));
  }

  /** Returns the value at this path; empty if there is none. */
  public Optional<Json> in(Json document) {
    Optional<Json> value = Optional.of(document);
    for (Object step : steps) {
      value =
          value.flatMap(
              json -> step instanceof Integer index ? json.get(index) : json.get((String) step));
    }
    return value;
  }
}
