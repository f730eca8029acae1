package dev.pawl.testkit.conformance;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** A definition that must be accepted or refused. */
final class DefinitionCase {

  private DefinitionCase() {}

  static Optional<String> difference(JsonObject each) {
    Reading reading =
        each.get("definition_text")
            .map(text -> Definitions.read(text.asText(), Format.JSON))
            .orElseGet(() -> Definitions.read(each.get("definition").orElseThrow()));
    boolean valid =
        each.get("expect").flatMap(e -> e.get("valid")).filter(JsonBool.TRUE::equals).isPresent();
    // What only a linter complains about may be a warning.
    boolean told =
        Cases.text(each, "group").equals("validation_lint") && !reading.findings().isEmpty();
    return valid == reading.isValid() || !valid && told
        ? Optional.empty()
        : Optional.of(valid ? "refused: " + reading.errors() : "accepted");
  }
}
