package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.model.Survey.Purpose;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlowReferencesTest {

  private static final Document DOCUMENT =
      Document.parse(
          """
          {"StartAt": "P", "States": {
            "P": {"Type": "Parallel", "Next": "M", "Branches": [{"StartAt": "A", "States": {
              "A": {"Type": "Task", "Resource": "flow:shipp.sync", "End": true,
                "Compensate": {"Resource": "flow:unship"}}}}]},
            "M": {"Type": "Map", "Next": "G", "ItemReader": {"Resource": "flow:reader"},
              "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"}, "StartAt": "B",
                "States": {"B": {"Type": "Task", "Resource": "flow:ship", "End": true}}}},
            "G": {"Type": "Graph", "End": true, "Nodes": {
              "n": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync:2",
                "Parameters": {"StateMachineArn": "arn:aws:states:eu:1:stateMachine:bill"}},
              "o": {"StartAt": "C", "States": {"C": {"Type": "Task", "End": true,
                "Resource": "arn:aws:states:::states:startExecution",
                "Parameters": {"StateMachineArn.$": "$.arn"}}}},
              "p": {"Type": "Task", "Resource": "${$.x}", "Parameters": {"Resource": "flow:no"}}}}}}
          """);

  @Test
  void shouldFindTheFlowsThatAreCalledByTheirCodes() {
    assertThat(CalledFlows.of(DOCUMENT.value()))
        .containsExactly(
            new CalledFlows.CalledFlow("shipp", "/States/P/Branches/0/States/A/Resource"),
            new CalledFlows.CalledFlow(
                "unship", "/States/P/Branches/0/States/A/Compensate/Resource"),
            new CalledFlows.CalledFlow("ship", "/States/M/ItemProcessor/States/B/Resource"),
            new CalledFlows.CalledFlow("bill", "/States/G/Nodes/n/Parameters/StateMachineArn"));
  }

  @Test
  void shouldWarnOfThoseThatDoNotExist() {
    List<Finding> findings =
        CalledFlows.unknown(DOCUMENT, Set.of("ship", "unship")::contains, Set.of("ship", "unship"));

    assertThat(findings)
        .extracting(Finding::code, Finding::severity, Finding::line, Finding::advice)
        .containsExactly(
            tuple(Finding.Code.UNKNOWN_FLOW, Finding.Severity.WARNING, 3, "Did you mean 'ship'?"),
            tuple(
                Finding.Code.UNKNOWN_FLOW,
                Finding.Severity.WARNING,
                10,
                "Add the flow, or correct its code."));
  }

  @Test
  void shouldFindEveryResource() {
    assertThat(ResourceReferences.of(DOCUMENT.value()))
        .extracting(ResourceReferences.Reference::purpose)
        .containsExactly(
            Purpose.WORK,
            Purpose.UNDO,
            Purpose.READ_ITEMS,
            Purpose.WORK,
            Purpose.WORK,
            Purpose.WORK,
            Purpose.WORK);
  }

  @Test
  void shouldFindNothingInWhatIsNoDefinition() {
    for (String text : List.of("[]", "{\"States\": 1}", "{\"States\": {\"A\": [], \"B\": {}}}")) {
      assertThat(ResourceReferences.of(Document.parse(text).value())).isEmpty();
    }
    assertThat(
            CalledFlows.of(
                Document.parse(
                        "{\"States\": {\"A\": {\"Type\": \"Task\", \"Resource\": \"flow:.sync\"}}}")
                    .value()))
        .containsExactly(new CalledFlows.CalledFlow("", "/States/A/Resource"));
  }
}
