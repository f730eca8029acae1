package dev.pawl.simulation.conformance;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** A JSONPath selector on a document. */
final class PathCase {

  private PathCase() {}

  static Optional<String> difference(JsonObject each) {
    Json expect = each.get("expect").orElseThrow();
    Json found;
    try {
      Path path = Path.parse(RecordedCases.text(each, "selector"));
      Json document = each.get("document").orElse(JsonObject.EMPTY);
      found = JsonArray.of(Paths.select(path, document, new Budget()));
    } catch (PathSyntaxException e) {
      return expect.get("invalid").isPresent()
          ? Optional.empty()
          : Optional.of("refused: " + e.getMessage());
    }
    boolean one = expect.get("result").filter(found::equals).isPresent();
    boolean oneOf =
        expect
            .get("results")
            .filter(all -> ((JsonArray) all).elements().contains(found))
            .isPresent();
    return one || oneOf ? Optional.empty() : Optional.of("was " + found);
  }
}
