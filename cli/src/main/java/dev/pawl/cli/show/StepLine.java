package dev.pawl.cli.show;

import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Formats a step as one line: mark, name indented by its frame, type, time, and result. */
public final class StepLine {

  private static final int RESULT_LENGTH = 100;
  private static final int TYPE_WIDTH = 8;
  private static final int TIME_WIDTH = 7;

  /**
   * The execution that a step belongs to.
   *
   * @param isMain true for the main execution, false for its children
   * @param label the code of the flow; empty if it is that of the main execution, as for items of a
   *     distributed Map
   */
  public record Owner(boolean isMain, String label) {}

  private final int nameWidth;
  private final Paint paint;

  public StepLine(int nameWidth, Paint paint) {
    this.nameWidth = nameWidth;
    this.paint = paint;
  }

  /**
   * Returns the line of a step or an attempt that is over.
   *
   * @param owner the execution of the step
   * @param took the duration of the attempt
   */
  public String of(StepChange step, Owner owner, Duration took) {
    boolean undo = step.id().frame().isWithin(FrameId.COMPENSATION);
    String type = undo ? "Undo" : step.place().kind().type();
    String name = paddedTo(nameWidth, name(step, owner));
    String kind = paint.paint(Tone.FAINT, paddedTo(TYPE_WIDTH, type) + " " + time(took));
    return (mark(step) + " " + name + " " + kind + " " + result(step)).stripTrailing();
  }

  /** Returns the line of a step in progress, with the reason for which it waits. */
  public String inProgress(StepChange step, Owner owner, String waitsFor) {
    return of(step, owner, Duration.ZERO) + "  " + paint.paint(Tone.FAINT, waitsFor);
  }

  /** Returns the width of a name shown at the given depth, with the index of its branch or item. */
  public static int width(String name, int depth) {
    return 2 * depth + (depth > 0 ? "[0] ".length() : 0) + Printable.line(name).length();
  }

  private static String name(StepChange step, Owner owner) {
    List<FrameId.Hop> hops = step.id().frame().hops();
    boolean undo = step.id().frame().isWithin(FrameId.COMPENSATION);
    int depth = (undo ? 0 : hops.size()) + (owner.isMain() ? 0 : 1);
    String state = step.place().state();
    String child = hops.isEmpty() || undo ? "" : hops.getLast().child();
    String label = child.isEmpty() || child.equals(state) ? "" : "[" + child + "] ";
    String flow = owner.label().isEmpty() ? "" : owner.label() + ": ";
    return "  ".repeat(depth) + Printable.line(flow + label + state);
  }

  private String mark(StepChange step) {
    return switch (step.status()) {
      case SUCCEEDED -> paint.paint(Tone.GOOD, "✓");
      case FAILED -> paint.paint(Tone.BAD, "✗");
      case PENDING -> paint.paint(Tone.CAUTION, "↻");
      case RUNNING -> paint.paint(Tone.FAINT, "…");
      case SKIPPED -> paint.paint(Tone.FAINT, "-");
      case CANCELLED -> paint.paint(Tone.CAUTION, "⊘");
      case ROLLED_BACK, COMPENSATED -> paint.paint(Tone.CAUTION, "↩");
    };
  }

  private String result(StepChange step) {
    String attempt = step.place().attempt() > 1 ? "attempt " + step.place().attempt() + " " : "";
    return attempt
        + switch (step.status()) {
          case RUNNING -> "";
          case SKIPPED -> "skipped";
          case CANCELLED -> "cancelled";
          case ROLLED_BACK -> "rolled back";
          case COMPENSATED -> "compensated";
          case PENDING -> failureText(step, Tone.CAUTION) + ", will be tried again";
          case FAILED -> failureText(step, Tone.BAD);
          case SUCCEEDED ->
              step.result()
                  .output()
                  .map(output -> Printable.shortened(output.toString(), RESULT_LENGTH))
                  .orElse("");
        };
  }

  private String failureText(StepChange step, Tone tone) {
    return step.result().failure().map(f -> paint.paint(tone, failure(f))).orElse("");
  }

  /** Returns an error with its cause as text. */
  public static String failure(Failure failure) {
    String error = failure.error().orElse("an error without a name");
    String text = failure.cause().map(cause -> error + ": " + cause).orElse(error);
    return Printable.shortened(text, 4 * RESULT_LENGTH);
  }

  private static String time(Duration took) {
    return paddedTo(TIME_WIDTH, took.toMillis() == 0 ? "" : duration(took));
  }

  /** Returns a duration in its two largest significant units. */
  public static String duration(Duration took) {
    long millis = took.toMillis();
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 60_000) {
      return millis / 1_000 + "." + millis % 1_000 / 100 + "s";
    }
    long minutes = took.toMinutes();
    for (Map.Entry<String, Long> unit : List.of(Map.entry("d", 1_440L), Map.entry("h", 60L))) {
      if (minutes >= unit.getValue()) {
        long rest = minutes % unit.getValue();
        String smaller = unit.getKey().equals("d") ? rest / 60 + "h" : rest + "m";
        return minutes / unit.getValue() + unit.getKey() + (smaller.startsWith("0") ? "" : smaller);
      }
    }
    return minutes + "m" + (took.toSecondsPart() == 0 ? "" : took.toSecondsPart() + "s");
  }

  private static String paddedTo(int width, String text) {
    return text.length() >= width ? text : text + " ".repeat(width - text.length());
  }
}
