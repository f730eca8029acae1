package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Finding.Code;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of finding, with its place. */
class FindingsTest {

  private static final List<FindingCase> ONE_EACH =
      Stream.of(
              FieldCases.ALL,
              ValueCases.ALL,
              ExpressionCases.ALL,
              LookalikeCases.ALL,
              ReferenceCases.ALL,
              WayCases.ALL)
          .flatMap(List::stream)
          .toList();

  @TestFactory
  Stream<DynamicTest> shouldFindItAtItsPlace() {
    return ONE_EACH.stream()
        .map(
            expected ->
                DynamicTest.dynamicTest(
                    expected.code() + " " + expected.location(), expected::check));
  }

  @Test
  void shouldShowEveryKindOfFinding() {
    Set<Code> shown = ONE_EACH.stream().map(FindingCase::code).collect(Collectors.toSet());
    // These need more text than is good to read; see HostileInputTest.
    shown.addAll(List.of(Code.TOO_LARGE, Code.TOO_MANY_FINDINGS, Code.TOO_MANY_WARNINGS));
    // What is served only a server knows; its FlowsTest shows this one.
    shown.add(Code.UNSERVED_RESOURCE);
    // The trigger of a flow is not in its definition; the server's JobsBindingsTest shows this one.
    shown.add(Code.UNSERVED_TRIGGER);
    // Which flows there are depends on the place; FlowReferencesTest shows this one.
    shown.add(Code.UNKNOWN_FLOW);
    // A definition does not know its code; the server's ConcurrencyLimitsTest shows this one.
    shown.add(Code.CALLS_ITSELF);

    assertThat(shown).containsExactlyInAnyOrderElementsOf(Arrays.asList(Code.values()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A name that is set outside only afterwards is free inside, and so is a sibling's.
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "Assign": {"x": 1}, "Next": "B",
          "Branches": [
            {"StartAt": "C", "States": {"C": {"Type": "Pass", "Assign": {"x": 1}, "End": true}}},
            {"StartAt": "D", "States": {"D": {"Type": "Pass", "Assign": {"x": 2}, "End": true}}}]},
          "B": {"Type": "Pass", "Assign": {"x.$": "$x"}, "End": true}}}
        """,
        // The items of a distributed Map have variables of their own.
        """
        {"StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"x": 1}, "Next": "M"},
          "M": {"Type": "Map", "End": true, "ItemProcessor": {
            "ProcessorConfig": {"Mode": "DISTRIBUTED"}, "StartAt": "I",
            "States": {"I": {"Type": "Pass", "Assign": {"x": 2}, "End": true}}}}}}
        """,
        // A loop through a Parallel that works is not busy.
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "Next": "C", "Branches": [
            {"StartAt": "T", "States": {"T": {"Type": "Task", "Resource": "x", "End": true}}}]},
          "C": {"Type": "Choice", "Default": "P",
            "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "S"}]},
          "S": {"Type": "Succeed"}}}
        """,
        // Everything may be commented and decorated.
        """
        {"StartAt": "G", "Comment": "c", "_metadata": 1, "States": {"G": {"Type": "Graph",
          "_metadata": [], "End": true, "Nodes": {"n": {"Type": "Task", "Resource": "x",
            "_metadata": {"x": 1}, "Retry": [{"ErrorEquals": ["E"], "Comment": "c"}],
            "Compensate": {"Resource": "y", "Comment": "c"}}}}}}
        """,
        // An error that leads out of a state is a way to the next one.
        """
        {"StartAt": "H", "States": {"H": {"Type": "Human", "Outcomes": {"yes": {"Next": "A"}},
            "Catch": [{"ErrorEquals": ["States.Timeout"], "Next": "B"}]},
          "A": {"Type": "Wait", "Event": "e", "TimeoutSeconds": 1, "TimeoutNext": "B", "Next": "B"},
          "B": {"Type": "Succeed"}}}
        """,
        // Prices, shell text and prose are no paths, and what is escaped is meant.
        """
        {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
          "Credentials": {"RoleArn.$": "$.role"}, "Comment": "$.x ${$.y}",
          "Parameters": {"a": "$", "b": "$5", "c": "$.50", "d": "Hello $.name", "e": "${HOME}",
            "f": "\\\\${$.x}", "g": "$total", "h": "States.Format", "i": "${$.x} and ${$y}",
            "j.$": "States.Format('{}-\\\\{\\\\}', $$.Map.Item.Value.x)  ", "k.$": "$.x "},
          "Assign": {"y": 1}}}}
        """,
        // Inside a path, a predicate or a function there is a value that names are looked up in.
        """
        {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Task",
          "Resource": "x", "End": true, "Credentials": "{% $states.input.key %}",
          "Arguments": {"a": "{% $states.input.items[price > 3].name %}", "b": "5 % {off}",
            "c": "{% $map($states.input.a, function($v, $i) { $v.b + $i }) %}",
            "d": "{% $states.input.list.{'k': v, 'w': $.x} %}",
            "e": "{% ($n := $states.context.State.Name; $f := function($x) { $x }; $f($n)) %}",
            "f": "{% $states.input ~> |orders|{'done': paid}| %}",
            "g": "{% $states.context.Graph.Results.any.thing %}",
            "h": "{% $states.input.items^(>price)[0] %}"}}}}
        """,
        // The members of an object are items of a distributed Map.
        """
        {"StartAt": "M", "QueryLanguage": "JSONata", "States": {"M": {"Type": "Map", "End": true,
          "Items": {"a": 1}, "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"},
            "StartAt": "I", "States": {"I": {"Type": "Succeed"}}}}}}
        """
      })
  void shouldFindNoProblem(String text) {
    assertThat(Definitions.read(text).findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "::",
      value = {
        "Type :: Tsak :: Did you mean 'Task'?",
        "Type :: pass :: Did you mean 'Pass'?",
        "Type :: Lambda :: The kinds are Choice, Fail, Graph, Human, Map, Parallel, Pass, Succeed,"
            + " Task, Wait.",
        "StartAt :: Frist step :: Did you mean 'First step'?",
        "StartAt :: First :: Did you mean 'First step'?",
        "StartAt :: Begin :: The states here are 'First step'.",
        "x.$ :: States.Fromat('{}', $.x) :: Did you mean 'States.Format'?",
        "x.$ :: states.uuid() :: Did you mean 'States.UUID'?",
        "x.$ :: Array($.x) :: Did you mean 'States.Array'?",
        "x.$ :: $$.Execution.Idd :: Did you mean '$$.Execution.Id'?",
        "x.$ :: $$.execution.Id :: Did you mean '$$.Execution'?",
        "x.$ :: $$.Flow :: It has Context, Execution, Graph, Map, State, StateMachine, Task,"
            + " Trigger.",
        "x :: {% $lowercsae('A') %} :: Did you mean '$lowercase'?",
        "x :: {% $states.inptu %} :: Did you mean '$states.input'?",
        "x :: {% order.id %} :: Write $states.input.order to read it from the input.",
        "x :: $.y :: Name the field 'x.$' to have it evaluated.",
      })
  void shouldSuggestTheProbableName(String field, String value, String advice) {
    JsonObject payload = JsonObject.of(field, Json.of(value));
    boolean jsonata = value.startsWith("{%");
    JsonObject step =
        JsonObject.of("Type", Json.of("Pass"))
            .with("End", Json.of(true))
            .with(jsonata ? "Output" : "Parameters", payload);
    JsonObject flow =
        JsonObject.of("QueryLanguage", Json.of(jsonata ? "JSONata" : "JSONPath"))
            .with("StartAt", Json.of(field.equals("StartAt") ? value : "First step"))
            .with(
                "States",
                JsonObject.of(
                    "First step", field.equals("Type") ? step.with("Type", Json.of(value)) : step));

    assertThat(Definitions.read(flow).findings())
        .extracting(Finding::advice)
        .containsExactly(advice);
  }

  @Test
  void shouldReportEverythingAtOnceInTheOrderOfTheText() {
    ReadResult reading =
        Definitions.read(
            """
            {"StartAt": "Nowhere", "States": {
              "A": {"Type": "Task", "Nxt": "B"},
              "B": {"Type": "Wait", "Seconds": -1, "End": "yes"},
              "C": {"Type": "Choice", "Choices": []}}}
            """);

    assertThat(reading.isValid()).isFalse();
    assertThat(reading.findings())
        .extracting(Finding::code)
        .containsExactly(
            Code.BAD_TARGET,
            Code.MISSING_FIELD,
            Code.MISSING_FIELD,
            Code.UNKNOWN_FIELD,
            Code.MISSING_FIELD,
            Code.BAD_VALUE,
            Code.WRONG_TYPE,
            Code.BAD_VALUE);
    assertThat(reading.findings().get(3).advice()).isEqualTo("Did you mean 'Next'?");
  }
}
