package dev.pawl.triggers.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.Binding.BindingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowTriggerTest {

  private static FlowTrigger trigger(String config) {
    return new FlowTrigger(
        "welcome", FlowTriggerType.EVENT_TRIGGERED, (JsonObject) Json.parse(config));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"event\": 5} | config.event: must be a text, got 5",
        "{\"event\": null} | config.event: is missing",
        "{\"event\": \"a\", \"priority\": \"high\"} | config.priority: must be a whole number",
        "{\"event\": \"a\", \"priority\": 1.5} | config.priority: must be a whole number",
        "{\"event\": \"a\", \"priority\": 1e30} | config.priority: must be a whole number",
        "{\"event\": \"a\", \"priority\": 3000000000} | got 3000000000",
        "{\"event\": \"a\", \"exclusive\": \"yes\"} | config.exclusive: must be true or false",
        "{\"event\": \"a\", \"filter\": true} | config.filter: must be a text",
        "{\"event\": \"a\", \"key\": []} | config.key: must be a text",
        "{\"event\": \"a\", \"onRunning\": 1} | config.onRunning: must be a text, got 1",
        "{\"event\": \"a\", \"clientId\": {}} | config.clientId: must be a text or a number"
      })
  void shouldNameTheFieldThatHasAWrongType(String config, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trigger(config))
        .withMessageContaining(message);
  }

  @Test
  void shouldTakeNullForAbsentAndKeepNumbersOfScopesAsText() {
    BindingRule rule =
        trigger(
                """
                {"event": "a", "clientId": 17, "lobId": null, "priority": null, "exclusive": null,
                 "filter": null, "key": null, "debounce": null, "onRunning": null}
                """)
            .binding()
            .orElseThrow();

    assertThat(rule)
        .isEqualTo(
            BindingRule.of("a", "welcome")
                .forScope(rule.clientId(), rule.lobId(), rule.productId()));
    assertThat(rule.clientId()).contains("17");
    assertThat(rule.lobId()).isEmpty();
  }
}
