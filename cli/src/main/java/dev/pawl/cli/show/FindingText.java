package dev.pawl.cli.show;

import dev.pawl.model.finding.Finding;
import java.util.List;
import java.util.Locale;

/** Formats findings as compilers do: position, message, the line with a caret, advice. */
public final class FindingText {

  /**
   * The maximum length of a shown line; of longer ones, as in minified JSON, only the part around
   * the position is shown.
   */
  private static final int MAX_LINE_LENGTH = 120;

  private static final int CHARACTERS_BEFORE = 60;
  private static final int CHARACTERS_AFTER = 40;

  private final String file;
  private final List<String> lines;
  private final Paint paint;

  public FindingText(String file, String text, Paint paint) {
    this.file = file;
    this.lines = text.lines().toList();
    this.paint = paint;
  }

  /** Returns one finding as several lines, each ended by a line break. */
  public String of(Finding finding) {
    return of(FindingDetails.of(finding));
  }

  /** Returns one finding, which may be from a server, as several lines. */
  public String of(FindingDetails finding) {
    StringBuilder out = new StringBuilder();
    String position =
        finding.line() > 0 ? file + ":" + finding.line() + ":" + finding.column() : file;
    out.append(paint.paint(Paint.Tone.STRONG, Printable.line(position) + ":"));
    out.append(' ').append(severity(finding)).append(' ');
    out.append(Printable.line(finding.message()));
    out.append(paint.paint(Paint.Tone.FAINT, " [" + Printable.line(finding.code()) + "]"))
        .append('\n');
    if (finding.line() > 0 && finding.line() <= lines.size()) {
      appendExcerpt(lines.get(finding.line() - 1), finding, out);
    }
    if (!finding.advice().isEmpty()) {
      out.append("  advice: ").append(Printable.line(finding.advice())).append('\n');
    }
    return out.toString();
  }

  private String severity(FindingDetails finding) {
    Paint.Tone tone =
        switch (finding.severity()) {
          case ERROR -> Paint.Tone.BAD;
          case WARNING -> Paint.Tone.CAUTION;
        };
    return paint.paint(tone, finding.severity().name().toLowerCase(Locale.ROOT) + ":");
  }

  private void appendExcerpt(String line, FindingDetails finding, StringBuilder out) {
    int at = Math.clamp(finding.column() - 1L, 0, line.length());
    boolean isLong = line.length() > MAX_LINE_LENGTH;
    int begin = isLong ? Math.max(0, at - CHARACTERS_BEFORE) : 0;
    int end = isLong ? Math.min(line.length(), at + CHARACTERS_AFTER) : line.length();
    String before = (begin > 0 ? "…" : "") + printable(line.substring(begin, at));
    String after = printable(line.substring(at, end)) + (end < line.length() ? "…" : "");
    String number = Integer.toString(finding.line());
    out.append(gutter(number)).append(before).append(after).append('\n');
    out.append(gutter(" ".repeat(number.length()))).append(" ".repeat(before.length()));
    out.append(paint.paint(Paint.Tone.GOOD, "^")).append('\n');
  }

  private String gutter(String number) {
    return paint.paint(Paint.Tone.FAINT, "  " + number + " | ");
  }

  private static String printable(String part) {
    return Printable.line(part.replace("\t", "  "));
  }

  /** Returns a summary line: the numbers of files, errors and warnings. */
  public static String summary(int files, long errors, long warnings) {
    String counts =
        errors + warnings == 0
            ? "no findings"
            : counted(errors, "error") + ", " + counted(warnings, "warning");
    return counted(files, "file") + ": " + counts;
  }

  public static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
