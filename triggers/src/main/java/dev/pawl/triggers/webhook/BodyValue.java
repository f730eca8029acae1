package dev.pawl.triggers.webhook;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Optional;

/** Reads a value of a signed JSON body. */
final class BodyValue {

  private BodyValue() {}

  /** Returns the text or number at a path; empty if there is none, or if the body is not JSON. */
  static Optional<String> text(byte[] body, Path path) {
    try {
      List<Json> found = Paths.select(path, JsonText.parse(body), new Budget());
      return found.stream()
          .filter(value -> value instanceof JsonString || value instanceof JsonNumber)
          .map(value -> value instanceof JsonString ? value.asText() : value.toString())
          .filter(text -> !text.isBlank())
          .findFirst();
    } catch (JsonSyntaxException | ExpressionException unreadable) {
      return Optional.empty();
    }
  }
}
