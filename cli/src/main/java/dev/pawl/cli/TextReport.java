package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.program.Terminal;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.ReportedRun;
import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.run.WaitReason;
import dev.pawl.cli.show.FindingText;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.engine.Execution;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reports a run as text: one line for each step as it happens, then the output. */
final class TextReport implements RunReport {

  private static final int MAX_NAME_WIDTH = 32;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Paint paint = Terminal.paint();
  private final Set<StepId> announced = new HashSet<>();
  private String code = "";

  TextReport(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void invalid(FlowFile file) {
    ValidateCommand.print(file, paint, err);
    err.println(FindingText.summary(1, file.errors(), file.warnings()));
  }

  @Override
  public void begin(ReportedRun run, FlowFile main, Preflight flows) {
    if (main.warnings() > 0) {
      err.println(
          "pawl: %s has %s; 'pawl validate' shows more"
              .formatted(main.name(), FindingText.counted(main.warnings(), "warning")));
    }
    code = main.code();
    int width =
        FlowReferences.of(main.flow().orElseThrow()).names().stream()
            .mapToInt(name -> StepLine.width(name.name(), name.depth()))
            .max()
            .orElse(0);
    StepLine lines = new StepLine(Math.min(width, MAX_NAME_WIDTH), paint);
    run.onStep(entry -> printStep(run, entry, lines));
    run.onWait(() -> printWaiting(run, lines, flows));
  }

  private void printStep(ReportedRun run, StepLog.Entry entry, StepLine lines) {
    StepChange step = entry.step();
    // A compensated step is shown once, as COMPENSATED, and not again as the compensating step.
    boolean isUndoing =
        step.id().frame().isWithin(FrameId.COMPENSATION) && step.status() == StepStatus.SUCCEEDED;
    if (!isUndoing) {
      out.println(lines.of(step, owner(run, entry), entry.took()));
      out.flush();
    }
  }

  /** Prints each step in progress once, with the reason for which it waits. */
  private void printWaiting(ReportedRun run, StepLine lines, Preflight flows) {
    Map<String, String> reasons = new HashMap<>();
    run.waiting().forEach(waiting -> reasons.put(waiting.state(), waiting.description(flows)));
    for (StepLog.Entry entry : run.log().open()) {
      StepChange step = entry.step();
      boolean isAtWork = step.status() == StepStatus.RUNNING && !entry.isFork();
      if (isAtWork && !announced.contains(step.id())) {
        Optional<String> reason = reason(run, entry, reasons.get(step.place().state()));
        reason.ifPresent(
            text -> {
              announced.add(step.id());
              out.println(lines.inProgress(step, owner(run, entry), Printable.line(text)));
            });
      }
    }
    out.flush();
  }

  /**
   * Returns the reason for which a step waits; empty if there is none, as its end may be pending.
   */
  private static Optional<String> reason(
      ReportedRun run, StepLog.Entry entry, @Nullable String waitsFor) {
    Optional<String> limit =
        run.timer(entry)
            .map(until -> StepLine.duration(Duration.between(entry.step().at(), until)));
    return waitsFor == null
        ? limit.map(time -> "waits " + time)
        : Optional.of(waitsFor + limit.map(time -> ", " + time + " at most").orElse(""));
  }

  private StepLine.Owner owner(ReportedRun run, StepLog.Entry entry) {
    String flow = run.flow(entry.execution());
    return new StepLine.Owner(run.isMain(entry.execution()), flow.equals(code) ? "" : flow);
  }

  @Override
  public void end(ReportedRun run, Execution execution, Preflight flows) {
    out.println();
    if (execution.output().isPresent()) {
      out.print(DocumentText.of(Document.of(execution.output().get()), DocumentFormat.JSON));
    } else if (execution.status().isTerminal()) {
      String failure = execution.failure().map(StepLine::failure).orElse("");
      out.println((paint.paint(Paint.Tone.BAD, execution.status().name()) + " " + failure).strip());
    } else {
      String message = WaitReason.message(run.waiting(), flows);
      out.println(paint.paint(Paint.Tone.CAUTION, "WAITING") + " " + Printable.line(message));
    }
    out.flush();
  }
}
