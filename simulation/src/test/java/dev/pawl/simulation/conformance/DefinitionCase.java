package dev.pawl.simulation.conformance;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** A definition that must be accepted or refused. */
final class DefinitionCase {

  private DefinitionCase() {}

  static Optional<String> difference(JsonObject each) {
    ReadResult reading =
        each.get("definition_text")
            .map(text -> Definitions.read(text.asText(), DocumentFormat.JSON))
            .orElseGet(() -> Definitions.read(each.get("definition").orElseThrow()));
    return new ExpectedResult(each)
        .definition(reading.isValid(), !reading.findings().isEmpty())
        .map(text -> text + " " + reading.errors());
  }
}
