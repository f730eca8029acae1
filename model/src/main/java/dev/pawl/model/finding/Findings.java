package dev.pawl.model.finding;

import dev.pawl.model.json.Document;
import dev.pawl.model.json.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is found in one document, up to a limit that no input can exceed. */
public final class Findings {

  /** How many findings are kept. */
  public static final int MAX = 1000;

  private static final Comparator<Finding> BY_PLACE =
      Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column);

  private final Document document;
  private final List<Finding> found = new ArrayList<>();
  private boolean errors;

  public Findings(Document document) {
    this.document = document;
  }

  public void add(Finding.Code code, String location, String message, String advice) {
    errors |= code.severity() == Finding.Severity.ERROR;
    if (found.size() < MAX) {
      found.add(finding(code, location, message, advice));
    } else if (found.size() == MAX) {
      found.add(
          finding(
              Finding.Code.TOO_MANY_FINDINGS,
              location,
              "there are more than " + MAX + " findings; the rest is not listed",
              "Repair these first."));
      errors = true;
    }
  }

  /** Whether what is added now will still be kept; if not, good advice is wasted. */
  public boolean isFull() {
    return found.size() > MAX;
  }

  public boolean hasErrors() {
    return errors;
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
