package dev.pawl.handlers.text;

import dev.pawl.handlers.settings.ValuePath;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** Finds a value in the payload of a call by a path such as {@code customer.phones[0]}. */
public final class PayloadPath {

  private PayloadPath() {}

  /** Returns the member {@code payload} of an input that has one, otherwise the input itself. */
  public static Json payload(Json input) {
    return input instanceof JsonObject object ? object.get("payload").orElse(input) : input;
  }

  /**
   * Returns the value at a path of the payload or, if the payload has none, of the input; empty if
   * neither has one or if it is null.
   *
   * @throws IllegalArgumentException if the path is malformed
   */
  public static Optional<Json> find(Json input, String path) {
    ValuePath parsed = ValuePath.parse(path.startsWith("$") ? path : "$." + path);
    return parsed.in(payload(input)).or(() -> parsed.in(input)).filter(value -> !value.isNull());
  }
}
