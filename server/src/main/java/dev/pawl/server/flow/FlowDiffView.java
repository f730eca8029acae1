package dev.pawl.server.flow;

import dev.pawl.model.diff.FlowDiff;
import dev.pawl.sdk.Json;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The difference between two definitions as the API shows it. */
record FlowDiffView(
    @Schema(description = "States that differ, including those of branches, items and graph nodes.")
        List<StateChange> states,
    @Schema(description = "Fields that differ outside of states.") List<FieldChange> fields) {

  /** A state that differs. */
  record StateChange(
      @Schema(description = "Kind of the change; RENAMED if only the name differs.")
          FlowDiff.ChangeKind kind,
      @Schema(description = "Name of the state; the new one if it was renamed.", example = "Ship")
          String state,
      @Schema(
              description =
                  "Place of the state in the newer definition, or in the older one if it was"
                      + " removed, as a JSON Pointer.",
              example = "/States/Ship")
          String path,
      @Schema(description = "Former name of a renamed state.", example = "Send")
          @Nullable String was,
      @Schema(description = "Fields that differ in a state that both definitions have.")
          List<FieldChange> fields) {

    private static StateChange of(FlowDiff.StateChange change) {
      return new StateChange(
          change.kind(),
          change.state(),
          change.path(),
          change.was().orElse(null),
          change.fields().stream().map(FieldChange::of).toList());
    }
  }

  /** A field that differs. */
  record FieldChange(
      @Schema(description = "Kind of the change.") FlowDiff.ChangeKind kind,
      @Schema(
              description = "Place of the field, as a JSON Pointer.",
              example = "/States/Ship/TimeoutSeconds")
          String path,
      @Schema(description = "Value in the older definition, if there is one.", example = "30")
          @Nullable Json before,
      @Schema(description = "Value in the newer definition, if there is one.", example = "60")
          @Nullable Json after) {

    private static FieldChange of(FlowDiff.FieldChange change) {
      return new FieldChange(
          change.kind(), change.path(), change.before().orElse(null), change.after().orElse(null));
    }
  }

  static FlowDiffView of(FlowDiff diff) {
    return new FlowDiffView(
        diff.states().stream().map(StateChange::of).toList(),
        diff.fields().stream().map(FieldChange::of).toList());
  }
}
