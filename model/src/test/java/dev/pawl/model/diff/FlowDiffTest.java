package dev.pawl.model.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.diff.FlowDiff.ChangeKind;
import dev.pawl.model.diff.FlowDiff.FieldChange;
import dev.pawl.model.diff.FlowDiff.StateChange;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlowDiffTest {

  private static FlowDiff diff(String from, String to) {
    return FlowDiff.between(JsonText.parse(from), JsonText.parse(to));
  }

  private static String flow(String states) {
    return "{\"StartAt\": \"A\", \"States\": {%s}}".formatted(states);
  }

  @Test
  void shouldIgnoreTheOrderOfMembers() {
    FlowDiff diff =
        diff(
            flow("\"A\": {\"Type\": \"Pass\", \"End\": true}, \"B\": {\"Type\": \"Fail\"}"),
            flow("\"B\": {\"Type\": \"Fail\"}, \"A\": {\"End\": true, \"Type\": \"Pass\"}"));

    assertThat(diff.differs()).isFalse();
  }

  @Test
  void shouldReportAddedRemovedAndChangedStates() {
    FlowDiff diff =
        diff(
            flow("\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}, \"B\": {\"Type\": \"Fail\"}"),
            flow("\"A\": {\"Type\": \"Pass\", \"Next\": \"C\"}, \"C\": {\"Type\": \"Succeed\"}"));

    assertThat(diff.fields()).isEmpty();
    assertThat(diff.states())
        .containsExactly(
            new StateChange(
                ChangeKind.CHANGED,
                "A",
                "/States/A",
                Optional.empty(),
                List.of(
                    new FieldChange(
                        ChangeKind.CHANGED,
                        "/States/A/Next",
                        Optional.of(Json.of("B")),
                        Optional.of(Json.of("C"))))),
            new StateChange(ChangeKind.ADDED, "C", "/States/C", Optional.empty(), List.of()),
            new StateChange(ChangeKind.REMOVED, "B", "/States/B", Optional.empty(), List.of()));
  }

  @Test
  void shouldDetectARenamedState() {
    FlowDiff diff =
        diff(flow("\"Old/1\": {\"Type\": \"Fail\"}"), flow("\"New/1\": {\"Type\": \"Fail\"}"));

    assertThat(diff.states())
        .containsExactly(
            new StateChange(
                ChangeKind.RENAMED, "New/1", "/States/New~11", Optional.of("Old/1"), List.of()));
  }

  @Test
  void shouldNotGuessWhichOfIdenticalStatesWasRenamed() {
    String twins = "\"B\": {\"Type\": \"Fail\"}, \"C\": {\"Type\": \"Fail\"}";

    FlowDiff diff = diff(flow(twins), flow("\"D\": {\"Type\": \"Fail\"}"));

    assertThat(diff.states())
        .extracting(StateChange::kind)
        .containsExactly(ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.REMOVED);
  }

  @Test
  void shouldDistinguishStatesOfBranchesItemsAndNodes() {
    String outer =
        """
        "P": {"Type": "Parallel", "Branches": [{"StartAt": "X", "States": {"X": %s}}]},
        "M": {"Type": "Map", "ItemProcessor": {"StartAt": "Y", "States": {"Y": %s}}},
        "G": {"Type": "Graph", "Nodes": {"Z": %s}}\
        """;
    String pass = "{\"Type\": \"Pass\", \"Result\": %d, \"End\": true}";

    FlowDiff diff =
        diff(
            flow(outer.formatted(pass.formatted(1), pass.formatted(1), pass.formatted(1))),
            flow(outer.formatted(pass.formatted(2), pass.formatted(2), pass.formatted(2))));

    assertThat(diff.fields()).isEmpty();
    assertThat(diff.states())
        .extracting(StateChange::path)
        .containsExactly(
            "/States/P/Branches/0/States/X",
            "/States/M/ItemProcessor/States/Y",
            "/States/G/Nodes/Z");
  }

  @Test
  void shouldTreatStatesInDataAsData() {
    FlowDiff diff =
        diff(
            flow("\"A\": {\"Type\": \"Pass\", \"Result\": {\"States\": {\"B\": {}}}}"),
            flow("\"A\": {\"Type\": \"Pass\", \"Result\": {\"States\": {}}}"));

    assertThat(diff.states())
        .singleElement()
        .satisfies(
            change ->
                assertThat(change.fields())
                    .extracting(FieldChange::kind, FieldChange::path)
                    .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                            ChangeKind.REMOVED, "/States/A/Result/States/B")));
  }

  @Test
  void shouldReportChangesOutsideOfStates() {
    FlowDiff diff =
        diff(
            "{\"StartAt\": \"A\", \"Comment\": \"x\", \"States\": {}}",
            "{\"StartAt\": \"B\", \"TimeoutSeconds\": 5, \"States\": {}}");

    assertThat(diff.fields())
        .extracting(FieldChange::path)
        .containsExactly("/StartAt", "/TimeoutSeconds", "/Comment");
  }

  @Test
  void shouldCompareAnythingWithAnything() {
    assertThat(diff("1", "{}").fields()).hasSize(1);
    assertThat(diff("{\"States\": 1}", "{\"States\": {}}").fields()).hasSize(1);
    assertThat(diff("[1, 2]", "[1]").fields()).hasSize(1);
  }
}
