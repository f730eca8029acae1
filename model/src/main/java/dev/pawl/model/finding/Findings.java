package dev.pawl.model.finding;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentPosition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the findings of one document, up to a fixed maximum. */
public final class Findings {

  /** The maximum number of errors, and separately of warnings. */
  public static final int MAX_FINDINGS = 1000;

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
   * Adds a finding unless the maximum for its severity is reached.
   *
   * @param count the number of findings of this severity, including this one
   * @param excess the code reported instead of the first finding beyond the maximum
   */
  private void add(
      int count,
      Finding.Code excess,
      Finding.Code code,
      String location,
      String message,
      String advice) {
    if (count <= MAX_FINDINGS) {
      found.add(finding(code, location, message, advice));
    } else if (count == MAX_FINDINGS + 1) {
      String what = code.severity() == Finding.Severity.ERROR ? "errors" : "warnings";
      found.add(
          finding(
              excess,
              location,
              "there are more than " + MAX_FINDINGS + " " + what + "; the rest is not listed",
              "Repair these first."));
    }
  }

  /** Returns true if there is an error other than a bad name. */
  public boolean hasErrorsBesidesNames() {
    return errors > 0 && !onlyNames;
  }

  /**
   * Returns true if findings of this severity are no longer kept, so that computing their advice is
   * wasted work.
   */
  public boolean isFull(Finding.Severity severity) {
    return switch (severity) {
      case ERROR -> errors > MAX_FINDINGS;
      case WARNING -> warnings > MAX_FINDINGS;
    };
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /** Returns all findings, in the order of the text. */
  public List<Finding> all() {
    return found.stream().sorted(BY_PLACE).toList();
  }

  private Finding finding(Finding.Code code, String location, String message, String advice) {
    DocumentPosition at = document.positionOf(location);
    return new Finding(code, location, at.line(), at.column(), message, advice);
  }
}
