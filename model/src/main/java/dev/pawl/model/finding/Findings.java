package dev.pawl.model.finding;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is found in one document, up to a limit that no input can exceed. */
public final class Findings {

  /** How many errors are kept, and how many warnings. */
  public static final int MAX = 1000;

  private static final Comparator<Finding> BY_PLACE =
      Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column);

  private final Document document;
  private final List<Finding> found = new ArrayList<>();
  private int errors;
  private int warnings;
  private boolean onlyNames = true;

  public Findings(Document document) {
    this.document = document;
  }

  public void add(Finding.Code code, String location, String message, String advice) {
    if (code.severity() == Finding.Severity.ERROR) {
      onlyNames &= code == Finding.Code.BAD_NAME;
    }
    switch (code.severity()) {
      case ERROR -> add(++errors, Finding.Code.TOO_MANY_FINDINGS, code, location, message, advice);
      case WARNING ->
          add(++warnings, Finding.Code.TOO_MANY_WARNINGS, code, location, message, advice);
    }
  }

  /**
   * @param count how many of this severity there are now
   * @param excess what is added instead of the first one beyond the limit
   */
  private void add(
      int count,
      Finding.Code excess,
      Finding.Code code,
      String location,
      String message,
      String advice) {
    if (count <= MAX) {
      found.add(finding(code, location, message, advice));
    } else if (count == MAX + 1) {
      String what = code.severity() == Finding.Severity.ERROR ? "errors" : "warnings";
      found.add(
          finding(
              excess,
              location,
              "there are more than " + MAX + " " + what + "; the rest is not listed",
              "Repair these first."));
    }
  }

  /** Whether something is wrong besides names. */
  public boolean hasErrorsBesidesNames() {
    return errors > 0 && !onlyNames;
  }

  /** Whether what is added now will still be kept; if not, good advice is wasted. */
  public boolean isFull(Finding.Severity severity) {
    return switch (severity) {
      case ERROR -> errors > MAX;
      case WARNING -> warnings > MAX;
    };
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /** Everything found, in the order of the text. */
  public List<Finding> all() {
    return found.stream().sorted(BY_PLACE).toList();
  }

  private Finding finding(Finding.Code code, String location, String message, String advice) {
    Position at = document.positionOf(location);
    return new Finding(code, location, at.line(), at.column(), message, advice);
  }
}
