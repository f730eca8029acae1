package dev.pawl.testkit.conformance;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.json.Format;
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
    return new Expected(each)
        .definition(reading.isValid(), !reading.findings().isEmpty())
        .map(text -> text + " " + reading.errors());
  }
}
