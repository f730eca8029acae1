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

/** Every kind of finding, with its place: the mark « shows where it must point to. */
class FindingsTest {

  /**
   * @param text a definition with one mark
   */
  private record Expected(Code code, String location, String text) {}

  private static final List<Expected> ONE_EACH =
      List.of(
          new Expected(
              Code.SYNTAX,
              "",
              """
              {"StartAt": "A",
               "States": {"A": {"Type": "Pass" «"End": true}}}
              """),
          new Expected(
              Code.SYNTAX,
              "",
              """
              StartAt: A
              States:
                A: {Type: Succeed}
              «StartAt: B
              """),
          new Expected(Code.WRONG_TYPE, "", "«[1, 2]"),
          new Expected(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Task", "End": true}}}
              """),
          new Expected(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Pass"}}}
              """),
          new Expected(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {«"A": {"End": true}}}
              """),
          new Expected(
              Code.MISSING_FIELD,
              "/States/A",
              """
              {"StartAt": "A", "States": {«"A": {"Type": "Wait", "End": true}}}
              """),
          new Expected(
              Code.UNKNOWN_FIELD,
              "/States/A/Resorce",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x",
                «"Resorce": "x", "End": true}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/End",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Succeed", «"End": true}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": 1, "End": true,
                «"ResultPath": "$.x"}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Next",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {"n": {"Type": "Pass", «"Next": "G"}}}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Catch/0/Next",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {"n": {"Type": "Task", "Resource": "x",
                  "Catch": [{"ErrorEquals": ["States.ALL"], «"Next": "n"}]}}}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/G/Nodes/n/Type",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "n": {«"Type": "Choice", "Choices": [
                  {"Variable": "$.x", "IsNull": true, "Next": "n"}]}}}}}
              """),
          new Expected(
              Code.FIELD_NOT_ALLOWED,
              "/States/A/Compensate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"Compensate": {"Resource": "undo"}}}}
              """),
          new Expected(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/InputPath",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata",
               "States": {"A": {"Type": "Succeed", «"InputPath": "$.x"}}}
              """),
          new Expected(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/QueryLanguage",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata",
               "States": {"A": {"Type": "Succeed", «"QueryLanguage": "JSONPath"}}}
              """),
          new Expected(
              Code.WRONG_QUERY_LANGUAGE,
              "/States/A/Choices/0/StringEquals",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Choice",
                "Choices": [{"Condition": "{% true %}", «"StringEquals": "x", "Next": "B"}]},
                "B": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.CONFLICTING_FIELDS,
              "/States/A/TimeoutSecondsPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "TimeoutSeconds": 1, «"TimeoutSecondsPath": "$.x"}}}
              """),
          new Expected(
              Code.CONFLICTING_FIELDS,
              "/States/A/End",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Pass", "Next": "B", «"End": true},
                "B": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.CONFLICTING_FIELDS,
              "/States/A/EventPath",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Wait", "Seconds": 1, «"EventPath": "$.x", "End": true}}}
              """),
          new Expected(
              Code.WRONG_TYPE,
              "/States/A/Retry",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                «"Retry": {}}}}
              """),
          new Expected(
              Code.WRONG_TYPE,
              "/States/A/Choices/0/NumericEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": [
                {"Variable": "$.x", «"NumericEquals": "1", "Next": "B"}]},
                "B": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.BAD_VALUE,
              "/States/A/Type",
              """
              {"StartAt": "A", "States": {"A": {«"Type": "Tusk", "End": true}}}
              """),
          new Expected(
              Code.BAD_VALUE,
              "/States/A/Timestamp",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Wait", "End": true,
                «"Timestamp": "2026-02-30T00:00:00Z"}}}
              """),
          new Expected(
              Code.BAD_VALUE,
              "/States/A/HeartbeatSeconds",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "TimeoutSeconds": 5, «"HeartbeatSeconds": 5}}}
              """),
          new Expected(
              Code.BAD_VALUE,
              "/States/A/Retry/0/BackoffRate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{"ErrorEquals": ["E"], «"BackoffRate": 0.5}]}}}
              """),
          new Expected(
              Code.BAD_NAME,
              "/States/A\\nB",
              """
              {"StartAt": "A\\nB", "States": {«"A\\nB": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.BAD_NAME,
              "/States/A/Assign/states",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {«"states": 1}}}}
              """),
          new Expected(
              Code.BAD_NAME,
              "/States/A/Assign/a-b",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {«"a-b": 1}}}}
              """),
          new Expected(
              Code.DUPLICATE_NAME,
              "/States/A/Branches/0/States/A",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "A", "States": {«"A": {"Type": "Succeed"}}}]}}}
              """),
          new Expected(
              Code.DUPLICATE_NAME,
              "/States/G/Nodes/G",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true,
                "Nodes": {«"G": {"Type": "Pass"}}}}}
              """),
          new Expected(
              Code.DUPLICATE_KEY,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {"x": 1, «"x.$": "$.y"}}}}
              """),
          new Expected(
              Code.BAD_PATH,
              "/States/A/Parameters/list/0/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {"list": [{«"x.$": "y"}]}}}}
              """),
          new Expected(
              Code.NOT_A_REFERENCE_PATH,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"ResultPath": "$.list[*]"}}}
              """),
          new Expected(
              Code.NOT_A_REFERENCE_PATH,
              "/States/A/ResultPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                «"ResultPath": "$$.x"}}}
              """),
          new Expected(
              Code.BAD_INTRINSIC,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x.$": "States.Nonsense($.y)"}}}}
              """),
          new Expected(
              Code.BAD_INTRINSIC,
              "/States/A/ErrorPath",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Fail",
                «"ErrorPath": "States.MathAdd(1, 2)"}}}
              """),
          new Expected(
              Code.BAD_EXPRESSION,
              "/States/A/Output/x",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                "Output": {«"x": "{% 1 + %}"}}}}
              """),
          new Expected(
              Code.BAD_EXPRESSION,
              "/States/A/Output",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                «"Output": "{% 1 %"}}}
              """),
          new Expected(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Output",
              """
              {"StartAt": "A", "QueryLanguage": "JSONata", "States": {"A": {"Type": "Succeed",
                «"Output": " {% 1 %}"}}}
              """),
          new Expected(
              Code.EXPRESSION_AS_TEXT,
              "/States/A/Parameters/x",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Parameters": {«"x": "{% $y %}"}}}}
              """),
          new Expected(
              Code.BAD_TARGET,
              "/States/P/Branches/0/States/B/Catch/0/Next",
              """
              {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
                {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "x", "End": true,
                  "Catch": [{"ErrorEquals": ["E"], «"Next": "P"}]}}}]}}}
              """),
          new Expected(
              Code.BAD_TARGET,
              "/StartAt",
              """
              {«"StartAt": "B", "States": {"A": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.BAD_TARGET,
              "/States/G/Nodes/n/DependsOn/0",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "m": {"Type": "Pass"},
                "n": {"Type": "Pass", "DependsOn": [«"mm"]}}}}}
              """),
          new Expected(
              Code.UNREACHABLE,
              "/States/B",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Succeed"},
                «"B": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.NO_WAY_TO_END,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Wait", "Seconds": 1, "Next": "A"}}}
              """),
          new Expected(
              Code.BUSY_LOOP,
              "/States/A",
              """
              {"StartAt": "A", "States": {
                «"A": {"Type": "Pass", "Next": "B"},
                "B": {"Type": "Choice", "Default": "A",
                  "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "C"}]},
                "C": {"Type": "Succeed"}}}
              """),
          new Expected(
              Code.CYCLE,
              "/States/G/Nodes/a/DependsOn",
              """
              {"StartAt": "G", "States": {"G": {"Type": "Graph", "End": true, "Nodes": {
                "a": {"Type": "Pass", «"DependsOn": ["b"]},
                "b": {"Type": "Pass", "DependsOn": ["a"]},
                "c": {"Type": "Pass", "DependsOn": ["b"]}}}}}
              """),
          new Expected(
              Code.CATCH_ALL_NOT_LAST,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["States.ALL"]}, {"ErrorEquals": ["E"]}]}}}
              """),
          new Expected(
              Code.UNKNOWN_ERROR_NAME,
              "/States/A/Retry/0/ErrorEquals",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{«"ErrorEquals": ["States.TimeOut"]}]}}}
              """),
          new Expected(
              Code.UNASSIGNED_VARIABLE,
              "/States/A/Parameters/x.$",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true,
                "Assign": {"total": 1}, "Parameters": {«"x.$": "States.Array($totl.net)"}}}}
              """),
          new Expected(
              Code.UNASSIGNED_VARIABLE,
              "/States/M/ItemProcessor/States/A/Output",
              """
              {"StartAt": "M", "QueryLanguage": "JSONata", "States": {
                "M": {"Type": "Map", "End": true, "Assign": {"x": 1}, "ItemProcessor": {
                  "ProcessorConfig": {"Mode": "DISTRIBUTED"},
                  "StartAt": "A", "States": {"A": {"Type": "Succeed", «"Output": "{% $x %}"}}}}}}
              """),
          new Expected(
              Code.VARIABLE_OF_OUTER_SCOPE,
              "/States/P/Branches/0/States/B/Assign/x",
              """
              {"StartAt": "A", "States": {
                "A": {"Type": "Pass", "Assign": {"x": 1}, "Next": "P"},
                "P": {"Type": "Parallel", "End": true, "Branches": [{"StartAt": "B", "States": {
                  "B": {"Type": "Pass", "End": true, "Assign": {«"x": 2}}}}]}}}
              """),
          new Expected(
              Code.NO_EFFECT,
              "/States/A/Retry/0/BackoffRate",
              """
              {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "x", "End": true,
                "Retry": [{"ErrorEquals": ["E"], "BackoffStrategy": "FIXED", «"BackoffRate": 3}]}}}
              """),
          new Expected(
              Code.UNSUPPORTED,
              "/States/M/ItemReader/ReaderConfig/InputType",
              """
              {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
                "ItemReader": {"Resource": "r", "ReaderConfig": {«"InputType": "PARQUET"}},
                "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"},
                  "StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}}}
              """));

  @TestFactory
  Stream<DynamicTest> shouldFindItAtItsPlace() {
    return ONE_EACH.stream()
        .map(
            expected ->
                DynamicTest.dynamicTest(
                    expected.code() + " " + expected.location(), () -> check(expected)));
  }

  private static void check(Expected expected) {
    int mark = expected.text().indexOf('«');
    String before = expected.text().substring(0, mark);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    int column = mark - before.lastIndexOf('\n');

    Reading reading = Definitions.read(expected.text().replace("«", ""));

    assertThat(reading.findings()).hasSize(1);
    Finding finding = reading.findings().getFirst();
    assertThat(finding.code()).as(finding.message()).isEqualTo(expected.code());
    assertThat(finding.location()).isEqualTo(expected.location().replace("\\n", "\n"));
    assertThat(finding.line() + ":" + finding.column()).isEqualTo(line + ":" + column);
    assertThat(finding.message()).isNotBlank();
    assertThat(reading.isValid()).isEqualTo(finding.severity() == Finding.Severity.WARNING);
  }

  @Test
  void shouldShowEveryKindOfFinding() {
    Set<Code> shown = ONE_EACH.stream().map(Expected::code).collect(Collectors.toSet());
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
