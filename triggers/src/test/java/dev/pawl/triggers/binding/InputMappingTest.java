package dev.pawl.triggers.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.Json;
import org.junit.jupiter.api.Test;

class InputMappingTest {

  private static final Json ENVELOPE =
      Json.parse(
          """
          {"trigger": {"type": "EVENT"}, "event": {"aggregateId": "P-1",
           "payload": {"lines": [{"sku": "a"}, {"sku": "b"}]}}, "context": {"tenantId": 1}}
          """);

  @Test
  void shouldPlaceValuesAtTargetPaths() {
    assertThat(
            map(
                """
                {"order.id": "$.event.aggregateId", "order.skus": "$.event.payload.lines[*].sku",
                 "missing": "$.event.payload.none"}
                """))
        .isEqualTo(
            Json.parse(
                "{\"order\": {\"id\": \"P-1\", \"skus\": [\"a\", \"b\"]}, \"missing\": null}"));
  }

  @Test
  void shouldTakeOneValueAsTheWholeInput() {
    assertThat(map("\"$.event.payload\""))
        .isEqualTo(Json.parse("{\"lines\": [{\"sku\": \"a\"}, {\"sku\": \"b\"}]}"));
  }

  @Test
  void shouldRefuseARequiredPathThatFindsNothing() {
    assertThatThrownBy(() -> map("{\"x\": \"!$.event.payload.none\"}"))
        .hasMessageContaining("$.event.payload.none finds nothing");
  }

  @Test
  void shouldRefuseTargetsThatContradict() {
    assertThatThrownBy(() -> map("{\"a\": \"$.trigger.type\", \"a.b\": \"$.trigger.type\"}"))
        .hasMessageContaining("both 'a' and a target below it");
  }

  private static Json map(String mapping) {
    return InputMapping.read(Json.parse(mapping)).apply(ENVELOPE);
  }
}
