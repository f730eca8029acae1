package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Executions a second as bars, a panel for each workload, in SVG for light and dark pages. */
final class Chart {

  private static final int WIDTH = 760;
  private static final int LABELS = 190;
  private static final int NUMBERS = 90;
  private static final int BAR = 16;
  private static final int ROW = 24;
  private static final int HEAD = 34;
  private static final int MARGIN = 12;

  private final Results results;
  private final StringBuilder text = new StringBuilder();
  private int y = MARGIN;

  private Chart(Results results) {
    this.results = results;
  }

  private record Bar(String label, double value, boolean ours) {}

  static String of(Results results) {
    Chart chart = new Chart(results);
    for (Workload workload : Workload.values()) {
      chart.panel(workload);
    }
    return chart.wrapped();
  }

  private void panel(Workload workload) {
    List<Bar> bars = new ArrayList<>();
    results
        .titles()
        .forEach(
            (engine, title) ->
                results
                    .load(workload, engine)
                    .ifPresent(
                        found ->
                            bars.add(
                                new Bar(
                                    title,
                                    found.executionsPerSecond(),
                                    engine.equals(Contender.PAWL)))));
    if (bars.isEmpty()) {
      return;
    }
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    append(
        "<text class=\"head\" x=\"%d\" y=\"%d\">%s, executions a second</text>",
        MARGIN, y + 16, title(workload));
    y += HEAD;
    for (Bar bar : bars) {
      bar(bar, longest);
    }
    y += MARGIN;
  }

  private void bar(Bar bar, double longest) {
    int space = WIDTH - LABELS - NUMBERS - 2 * MARGIN;
    double length = Math.max(1, space * bar.value / Math.max(longest, 1e-9));
    int left = MARGIN + LABELS;
    append("<text x=\"%d\" y=\"%d\">%s</text>", MARGIN, y + 12, escaped(bar.label));
    append(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
        bar.ours ? "ours" : "theirs", left, y, length, BAR);
    append(
        "<text x=\"%.1f\" y=\"%d\">%s</text>", left + length + 6, y + 12, Table.amount(bar.value));
    y += ROW;
  }

  /** The colours have enough contrast on white and on black; text follows the reader's scheme. */
  private String wrapped() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
    <title>Executions a second by workload and engine</title>
    <style>
    text { font: 13px system-ui, sans-serif; fill: #24292f; }
    .head { font-weight: 600; }
    .ours { fill: #1f883d; }
    .theirs { fill: #8c959f; }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ours { fill: #3fb950; }
    .theirs { fill: #6e7681; }
    }
    </style>
    %3$s</svg>
    """
        .formatted(WIDTH, y, text);
  }

  private static String title(Workload workload) {
    return switch (workload) {
      case W1 -> "W1: five steps";
      case W2 -> "W2: fan-out of 100 and join";
      case W3 -> "W3: one step";
      case W4 -> "W4: five steps of 64 KB";
    };
  }

  private void append(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String label) {
    return label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
