package dev.pawl.server.history;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import dev.pawl.server.history.CurrentStates.CurrentState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of an execution after one of its facts. */
record StateView(
    @Schema(description = "Number of the fact.", example = "12") long seq,
    @Schema(description = "Status of the execution.") Status status,
    @Schema(description = "Status that it will end with, while it compensates.")
        @Nullable Status ending,
    @Schema(description = "Variables of its root frame.", example = "{\"total\": 12.5}")
        Map<String, Json> variables,
    @Schema(description = "States that it is in.") List<CurrentState> current,
    @Schema(
            description =
                "Effective input of the current state of the root frame, before its paths.",
            example = "{\"order\": 4711}")
        @Nullable Json data,
    @Schema(description = "Its output, once it has succeeded.", example = "{\"invoice\": \"R-17\"}")
        @Nullable Json output,
    @Schema(description = "Name of the error that it failed with.", example = "OutOfStock")
        @Nullable String error,
    @Schema(
            description = "Message of the error, for people.",
            example = "article 4711 has no stock left")
        @Nullable String cause) {

  static StateView of(Execution execution) {
    return new StateView(
        execution.seq(),
        execution.status(),
        execution.status().isTerminal()
            ? null
            : execution.ending().map(Execution.Ending::status).orElse(null),
        execution.root().map(Frame::scope).map(Frame.FrameVariables::own).orElse(Map.of()),
        CurrentStates.of(execution),
        execution.root().map(root -> root.visit().input()).orElse(null),
        execution.output().orElse(null),
        execution.failure().flatMap(Failure::error).orElse(null),
        execution.failure().flatMap(Failure::cause).orElse(null));
  }
}
