package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws executions per second as an SVG bar chart, one panel per workload, for light and dark
 * pages.
 */
final class ResultChart {

  private static final int WIDTH = 760;
  private static final int LABEL_WIDTH = 190;
  private static final int NUMBER_WIDTH = 90;
  private static final int BAR_HEIGHT = 16;
  private static final int ROW_HEIGHT = 24;
  private static final int HEADING_HEIGHT = 34;
  private static final int MARGIN = 12;

  private final ComparisonResults results;
  private final StringBuilder text = new StringBuilder();
  private int y = MARGIN;

  private ResultChart(ComparisonResults results) {
    this.results = results;
  }

  private record Bar(String label, double value, boolean ours) {}

  static String of(ComparisonResults results) {
    ResultChart chart = new ResultChart(results);
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
                                    engine.equals(ComparedEngine.PAWL)))));
    if (bars.isEmpty()) {
      return;
    }
    double longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
    append(
        "<text class=\"head\" x=\"%d\" y=\"%d\">%s, executions a second</text>",
        MARGIN, y + 16, title(workload));
    y += HEADING_HEIGHT;
    for (Bar bar : bars) {
      bar(bar, longest);
    }
    y += MARGIN;
  }

  private void bar(Bar bar, double longest) {
    int space = WIDTH - LABEL_WIDTH - NUMBER_WIDTH - 2 * MARGIN;
    double length = Math.max(1, space * bar.value / Math.max(longest, 1e-9));
    int left = MARGIN + LABEL_WIDTH;
    append("<text x=\"%d\" y=\"%d\">%s</text>", MARGIN, y + 12, escaped(bar.label));
    append(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
        bar.ours ? "ours" : "theirs", left, y, length, BAR_HEIGHT);
    append(
        "<text x=\"%.1f\" y=\"%d\">%s</text>",
        left + length + 6, y + 12, ResultTable.amount(bar.value));
    y += ROW_HEIGHT;
  }

  /** Wraps the bars in an SVG element whose colours have enough contrast on white and on black. */
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
