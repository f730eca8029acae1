package dev.pawl.cli.show;

import java.util.ArrayList;
import java.util.List;

/** Computes the line diff of two texts, with a few unchanged lines as context. */
public final class LineDiff {

  private static final int CONTEXT_LINES = 2;

  /**
   * The maximum number of lines to compare, because the time is quadratic; longer texts are shown
   * as replaced.
   */
  private static final int MAX_LINES = 4_000;

  private record Line(char mark, String text) {}

  private LineDiff() {}

  /**
   * Returns lines that begin with {@code +}, {@code -} or a blank; empty if the texts are equal.
   */
  public static String of(String before, String after, Paint paint) {
    if (before.equals(after)) {
      return "";
    }
    List<Line> lines = diff(before.lines().toList(), after.lines().toList());
    StringBuilder out = new StringBuilder();
    boolean isGap = false;
    for (int i = 0; i < lines.size(); i++) {
      if (isNearChange(lines, i)) {
        out.append(painted(lines.get(i), paint)).append('\n');
        isGap = false;
      } else if (!isGap) {
        out.append(paint.paint(Paint.Tone.FAINT, "  ...")).append('\n');
        isGap = true;
      }
    }
    return out.toString();
  }

  private static List<Line> diff(List<String> before, List<String> after) {
    List<Line> lines = new ArrayList<>();
    int[][] common =
        before.size() > MAX_LINES || after.size() > MAX_LINES
            ? new int[before.size() + 1][1]
            : common(before, after);
    boolean isShort = common[0].length > 1 || after.isEmpty();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      boolean both = i < before.size() && j < after.size();
      if (isShort && both && before.get(i).equals(after.get(j))) {
        lines.add(new Line(' ', before.get(i++)));
        j++;
      } else if (j == after.size()
          || i < before.size() && (!isShort || common[i + 1][j] >= common[i][j + 1])) {
        lines.add(new Line('-', before.get(i++)));
      } else {
        lines.add(new Line('+', after.get(j++)));
      }
    }
    return lines;
  }

  /**
   * Returns, for each pair of positions, the length of the longest common subsequence after them.
   */
  private static int[][] common(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private static boolean isNearChange(List<Line> lines, int index) {
    int end = Math.min(lines.size() - 1, index + CONTEXT_LINES);
    for (int i = Math.max(0, index - CONTEXT_LINES); i <= end; i++) {
      if (lines.get(i).mark() != ' ') {
        return true;
      }
    }
    return false;
  }

  private static String painted(Line line, Paint paint) {
    String text = "  " + line.mark() + " " + Printable.line(line.text().replace("\t", "  "));
    return switch (line.mark()) {
      case '+' -> paint.paint(Paint.Tone.GOOD, text);
      case '-' -> paint.paint(Paint.Tone.BAD, text);
      default -> text;
    };
  }
}
