package dev.pawl.testkit.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterpolationTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'orders/${$.id}'            | '"orders/7"'
          '${$.id}'                   | '7'
          '${$.who.name}: ${$.id}!'   | '"Ada: 7!"'
          '${$.who}'                  | '{"name": "Ada"}'
          'x${$.who}'                 | '"x{\\"name\\":\\"Ada\\"}"'
          '\\${$.id}'                 | '"${$.id}"'
          '${other}'                  | '"${other}"'
          '${$$.State.Name}'          | '"Call"'
          '${$.evil} ${$.id}'         | '"${$.id} 7"'
          """)
  void shouldPutValuesIntoTheTextThatAHandlerGets(String text, String expected) {
    assertThat(given(text)).isEqualTo(JsonText.parse(expected));
  }

  @Test
  void shouldRejectAnInvalidPath() {
    assertThatThrownBy(() -> given("orders/${$.id"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BAD_PATH");
  }

  private static Json given(String text) {
    String definition =
        """
        {"StartAt": "Call", "States": {"Call": {
          "Type": "Task", "Resource": "echo", "Parameters": {"text": %s}, "End": true}}}\
        """
            .formatted(Json.of(text));
    return FlowRun.of(definition)
        .handler("echo", call -> call.input())
        .start("{\"id\": 7, \"who\": {\"name\": \"Ada\"}, \"evil\": \"${$.id}\"}")
        .finish()
        .output()
        .get("text")
        .orElseThrow();
  }
}
