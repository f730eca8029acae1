package dev.pawl.cli;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.program.Screen;
import dev.pawl.cli.run.Preflight;
import dev.pawl.cli.run.Run;
import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.run.Waiting;
import dev.pawl.cli.show.FindingText;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.engine.Execution;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.model.Survey;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A run for people: a line for each step as it happens, the output last. */
final class TextReport implements RunReport {

  private static final int WIDEST_NAME = 32;

  private final PrintWriter out;
  private final PrintWriter err;
  private final Paint paint = Screen.paint();
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
  public void begin(Run run, FlowFile main, Preflight flows) {
    if (main.warnings() > 0) {
      err.println(
          "pawl: %s has %s; 'pawl validate' shows more"
              .formatted(main.name(), FindingText.counted(main.warnings(), "warning")));
    }
    code = main.code();
    int width =
        Survey.of(main.flow().orElseThrow().machine()).names().stream()
            .mapToInt(name -> StepLine.width(name.name(), name.depth()))
            .max()
            .orElse(0);
    StepLine lines = new StepLine(Math.min(width, WIDEST_NAME), paint);
    run.onStep(entry -> show(run, entry, lines));
    run.onWait(() -> announce(run, lines, flows));
  }

  private void show(Run run, StepLog.Entry entry, StepLine lines) {
    Step step = entry.step();
    // An undone step is told once, as COMPENSATED, not a second time as the work of undoing it.
    boolean isUndoing =
        step.id().frame().isWithin(FrameId.COMPENSATION) && step.status() == StepStatus.SUCCEEDED;
    if (!isUndoing) {
      out.println(lines.of(step, owner(run, entry), entry.took()));
      out.flush();
    }
  }

  /** Nothing will happen for a while: says once of each step that it is under way. */
  private void announce(Run run, StepLine lines, Preflight flows) {
    Map<String, String> reasons = new HashMap<>();
    run.waiting().forEach(waiting -> reasons.put(waiting.state(), waiting.told(flows)));
    for (StepLog.Entry entry : run.log().open()) {
      Step step = entry.step();
      boolean isAtWork = step.status() == StepStatus.RUNNING && !entry.isFork();
      if (isAtWork && !announced.contains(step.id())) {
        Optional<String> reason = reason(run, entry, reasons.get(step.place().state()));
        reason.ifPresent(
            text -> {
              announced.add(step.id());
              out.println(lines.underWay(step, owner(run, entry), Printable.line(text)));
            });
      }
    }
    out.flush();
  }

  /** Empty if it waits for nothing: it may be over, and that is not told yet. */
  private static Optional<String> reason(Run run, StepLog.Entry entry, @Nullable String waitsFor) {
    Optional<String> limit =
        run.timer(entry)
            .map(until -> StepLine.duration(Duration.between(entry.step().at(), until)));
    return waitsFor == null
        ? limit.map(time -> "waits " + time)
        : Optional.of(waitsFor + limit.map(time -> ", " + time + " at most").orElse(""));
  }

  private StepLine.Owner owner(Run run, StepLog.Entry entry) {
    String flow = run.flow(entry.execution());
    return new StepLine.Owner(run.isMain(entry.execution()), flow.equals(code) ? "" : flow);
  }

  @Override
  public void end(Run run, Execution execution, Preflight flows) {
    out.println();
    if (execution.output().isPresent()) {
      out.print(DocumentText.of(Document.of(execution.output().get()), Format.JSON));
    } else if (execution.status().isTerminal()) {
      String failure = execution.failure().map(StepLine::failure).orElse("");
      out.println((paint.paint(Paint.Tone.BAD, execution.status().name()) + " " + failure).strip());
    } else {
      String sentence = Waiting.sentence(run.waiting(), flows);
      out.println(paint.paint(Paint.Tone.CAUTION, "WAITING") + " " + Printable.line(sentence));
    }
    out.flush();
  }
}
