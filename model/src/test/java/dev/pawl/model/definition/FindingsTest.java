package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Finding.Code;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of finding, with its place. */
class FindingsTest {

  private static final List<FindingCase> ONE_EACH =
      Stream.of(FieldCases.ALL, ValueCases.ALL, ExpressionCases.ALL, WayCases.ALL)
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
    // These two need more text than is good to read; see HostileInputTest.
    shown.addAll(List.of(Code.TOO_LARGE, Code.TOO_MANY_FINDINGS));
    // What is served only a server knows; its FlowsTest shows this one.
    shown.add(Code.UNSERVED_RESOURCE);

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
        """
      })
  void shouldFindNothing(String text) {
    assertThat(Definitions.read(text).findings()).isEmpty();
  }

  @Test
  void shouldReportEverythingAtOnceInTheOrderOfTheText() {
    Reading reading =
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
