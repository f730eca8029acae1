package dev.pawl.server.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventNamesOfFlowTest {

  @Test
  void shouldFindTheEventsOfAllMachines() {
    EventNamesOfFlow names =
        EventNamesOfFlow.of(
            """
            StartAt: Fan
            States:
              Fan:
                Type: Parallel
                End: true
                Branches:
                  - StartAt: A
                    States: {A: {Type: Wait, Event: paid, End: true}}
                  - StartAt: B
                    States: {B: {Type: Wait, Event: "s\\u0065nt", End: true}}
            """);

    assertThat(names.mayBe("paid")).isTrue();
    assertThat(names.mayBe("sent")).isTrue();
    assertThat(names.mayBe("other")).isFalse();
  }

  @Test
  void shouldAcceptAnyEventIfTheNameIsComputed() {
    String flow =
        """
        {"StartAt": "A", "QueryLanguage": "%s",
          "States": {"A": {"Type": "Wait", "End": true, %s}}}
        """;

    EventNamesOfFlow byPath =
        EventNamesOfFlow.of(flow.formatted("JSONPath", "\"EventPath\": \"$.name\""));
    EventNamesOfFlow byExpression =
        EventNamesOfFlow.of(flow.formatted("JSONata", "\"Event\": \"{% $states.input.name %}\""));
    EventNamesOfFlow fixed = EventNamesOfFlow.of(flow.formatted("JSONata", "\"Event\": \"name\""));

    assertThat(byPath.mayBe("x")).isTrue();
    assertThat(byExpression.mayBe("x")).isTrue();
    assertThat(fixed.mayBe("x")).isFalse();
    assertThat(fixed.mayBe("name")).isTrue();
  }

  @Test
  void shouldIgnoreMembersNamedEventOutsideOfWaitStates() {
    EventNamesOfFlow names =
        EventNamesOfFlow.of(
            """
            {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
              "Result": {"Event": "paid", "EventPath": "$.x"}}}}
            """);

    assertThat(names.mayBe("paid")).isFalse();
  }
}
