package dev.pawl.handlers.text;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a value in the payload of a call by a path such as {@code customer.phones[0]}. */
public final class PayloadPath {

  private static final Pattern SEGMENT = Pattern.compile("\\.([^.\\[\\]]+)|\\[([0-9]{1,6})]");

  private PayloadPath() {}

  /** Returns the member {@code payload} of an input that has one, otherwise the input itself. */
  public static Json payload(Json input) {
    return input instanceof JsonObject object ? object.get("payload").orElse(input) : input;
  }

  /**
   * Returns the value at a path of the payload or, if the payload has none, of the input; empty if
   * neither has one, if it is null or if the path is malformed.
   */
  public static Optional<Json> find(Json input, String path) {
    return resolve(payload(input), path)
        .or(() -> resolve(input, path))
        .filter(value -> !value.isNull());
  }

  private static Optional<Json> resolve(Json start, String path) {
    String rest = path.startsWith("$") ? path.substring(1) : "." + path;
    Matcher segment = SEGMENT.matcher(rest);
    Optional<Json> value = Optional.of(start);
    int at = 0;
    while (at < rest.length() && value.isPresent()) {
      if (!segment.find(at) || segment.start() != at) {
        return Optional.empty();
      }
      String name = segment.group(1);
      value =
          name != null
              ? value.get().get(name)
              : value.get().get(Integer.parseInt(segment.group(2)));
      at = segment.end();
    }
    return value;
  }
}
