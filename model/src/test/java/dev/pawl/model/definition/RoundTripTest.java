package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.Json;
import org.junit.jupiter.api.Test;

class RoundTripTest {

  @Test
  void shouldWriteEveryDefinitionWithTheSameMeaning() {
    if (Conformance.isAbsent()) {
      return;
    }
    for (Conformance.Case each :
        Conformance.cases(
            "aws", "als", "floe", "statelint", "statelint-py", "asl-validator", "asl-service")) {
      each.definition().ifPresent(definition -> check(each.id(), definition));
    }
  }

  private static void check(String id, Json definition) {
    for (DocumentFormat format : DocumentFormat.values()) {
      String written = DefinitionWriter.write(Document.of(definition), format);

      Json again = Document.read(written, format).value();
      assertThat(again.toString()).as("%s as %s", id, format).isEqualTo(definition.toString());
    }
  }

  @Test
  void shouldKeepFieldsThatDoNotAffectExecution() {
    String yaml =
        """
        _metadata: {zoom: 1.5}
        StartAt: A # here
        States:
          A: {Type: Succeed, _metadata: {x: 1, y: 2}, Comment: "ends: well"}
        """;
    Document document = Document.parse(yaml);

    String json = DefinitionWriter.write(document, DocumentFormat.JSON);

    assertThat(Definitions.read(yaml).findings()).isEmpty();
    assertThat(DefinitionWriter.write(document)).isEqualTo(yaml);
    assertThat(Document.parse(json).value()).isEqualTo(document.value());
    assertThat(Definitions.read(json).flow().orElseThrow().document()).isEqualTo(document.value());
  }
}
