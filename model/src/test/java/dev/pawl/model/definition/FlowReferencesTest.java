package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.model.FlowReferences;
import dev.pawl.model.FlowReferences.FlowCall;
import dev.pawl.model.FlowReferences.Purpose;
import dev.pawl.model.FlowReferences.ResourceUse;
import dev.pawl.model.FlowResource;
import dev.pawl.model.FlowResource.Notation;
import dev.pawl.model.check.FlowCallCheck;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import java.util.List;
import java.util.Optional;
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

  private static final FlowReferences REFERENCES =
      FlowReferences.of(Definitions.read(DOCUMENT).flow().orElseThrow().machine());

  @Test
  void shouldFindTheFlowsThatAreCalled() {
    assertThat(REFERENCES.flowCalls())
        .extracting(FlowCall::code, FlowCall::location, FlowCall::isSync)
        .containsExactly(
            tuple(Optional.of("shipp"), "/States/P/Branches/0/States/A/Resource", true),
            tuple(
                Optional.of("unship"), "/States/P/Branches/0/States/A/Compensate/Resource", false),
            tuple(Optional.of("ship"), "/States/M/ItemProcessor/States/B/Resource", false),
            tuple(Optional.of("bill"), "/States/G/Nodes/n/Parameters/StateMachineArn", true),
            tuple(
                Optional.empty(), "/States/G/Nodes/o/States/C/Parameters/StateMachineArn", false));
  }

  @Test
  void shouldWarnOfCalledFlowsThatDoNotExist() {
    List<Finding> findings =
        FlowCallCheck.unknownFlows(
            DOCUMENT, REFERENCES, Set.of("ship", "unship")::contains, Set.of("ship", "unship"));

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
  void shouldFindEveryResourceWithItsLocation() {
    assertThat(REFERENCES.resources())
        .extracting(ResourceUse::purpose, ResourceUse::location)
        .containsExactly(
            tuple(Purpose.WORK, "/States/P/Branches/0/States/A/Resource"),
            tuple(Purpose.UNDO, "/States/P/Branches/0/States/A/Compensate/Resource"),
            tuple(Purpose.READ_ITEMS, "/States/M/ItemReader/Resource"),
            tuple(Purpose.WORK, "/States/M/ItemProcessor/States/B/Resource"),
            tuple(Purpose.WORK, "/States/G/Nodes/n/Resource"),
            tuple(Purpose.WORK, "/States/G/Nodes/o/States/C/Resource"),
            tuple(Purpose.WORK, "/States/G/Nodes/p/Resource"));
  }

  @Test
  void shouldPointIntoTheDocumentAsItIsWritten() {
    FlowReferences references =
        FlowReferences.of(
            Definitions.read(
                    """
                    {"StartAt": "a/b", "States": {
                      "a/b": {"Type": "Map", "End": true, "Iterator": {"StartAt": "n~", "States": {
                        "n~": {"Type": "Task", "Resource": "r", "End": true}}}}}}
                    """)
                .flow()
                .orElseThrow()
                .machine());

    assertThat(references.resources())
        .extracting(ResourceUse::location)
        .containsExactly("/States/a~1b/Iterator/States/n~0/Resource");
  }

  @Test
  void shouldParseTheResourcesThatStartFlows() {
    String aws = "arn:aws:states:::states:startExecution";

    assertThat(FlowResource.parse("flow:a.b.sync"))
        .contains(new FlowResource(Notation.PAWL, Optional.of("a.b"), true));
    assertThat(FlowResource.parse("flow:.sync"))
        .contains(new FlowResource(Notation.PAWL, Optional.of(""), true));
    assertThat(FlowResource.parse(aws + ".sync"))
        .contains(new FlowResource(Notation.AWS_TEXT, Optional.empty(), true));
    assertThat(FlowResource.parse(aws + ".sync:3")).isEmpty();
    assertThat(FlowResource.parse("flows:a")).isEmpty();
    for (String resource : FlowResource.resourcesFor("a")) {
      assertThat(FlowResource.parse(resource)).isPresent();
    }
  }
}
