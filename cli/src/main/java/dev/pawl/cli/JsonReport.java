package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.ReportedRun;
import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.run.WaitReason;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.StepJson;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Reports a run as one JSON document, printed when it is over. */
final class JsonReport implements RunReport {

  private final PrintWriter out;

  JsonReport(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void invalid(FlowFile file) {
    print(
        JsonObject.of("status", Json.of("INVALID"))
            .with("file", Json.of(file.name()))
            .with("findings", FindingJson.of(file.findings()))
            .with("steps", JsonArray.of(List.of())));
  }

  @Override
  public void begin(ReportedRun run, FlowFile main, Preflight flows) {}

  @Override
  public void end(ReportedRun run, Execution execution, Preflight flows) {
    List<StepLog.Entry> entries = new ArrayList<>(run.log().ended());
    // A step that waits for its next attempt is already among the ended entries, with its
    // failure.
    run.log().open().stream()
        .filter(entry -> entry.step().result().failure().isEmpty())
        .forEach(entries::add);
    List<JsonObject> steps = entries.stream().map(entry -> step(entry, execution.id())).toList();
    print(
        execution.status().isTerminal()
            ? StepJson.ended(execution, steps)
            : StepJson.waiting(WaitReason.message(run.waiting(), flows), steps));
  }

  /** Returns the JSON of a step, with the execution's id if it is a child of the main one. */
  private static JsonObject step(StepLog.Entry entry, ExecutionId main) {
    JsonObject json = StepJson.of(entry.step());
    return entry.execution().equals(main)
        ? json
        : json.with("execution", Json.of(entry.execution().toString()));
  }

  private void print(JsonObject document) {
    out.print(DocumentText.of(Document.of(document), DocumentFormat.JSON));
    out.flush();
  }
}
