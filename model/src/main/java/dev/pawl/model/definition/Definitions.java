package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.SYNTAX;
import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.Flow;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** Reads definitions. It never throws: every problem becomes a finding. */
public final class Definitions {

  /** The maximum length of a definition, in characters of text or bytes of JSON. */
  public static final int MAX_LENGTH = 1024 * 1024;

  private Definitions() {}

  /** Reads a definition from text and detects its format. */
  public static ReadResult read(String text) {
    return read(text, DocumentFormat.ofText(text));
  }

  public static ReadResult read(String text, DocumentFormat format) {
    return read(text, format, false);
  }

  private static ReadResult read(String text, DocumentFormat format, boolean isPublished) {
    if (text.length() > MAX_LENGTH) {
      return refused(tooLong(text.length() + " characters"));
    }
    try {
      return read(Document.read(text, format), isPublished);
    } catch (JsonSyntaxException e) {
      return refused(
          new Finding(SYNTAX, "", e.line(), e.column(), String.valueOf(e.getMessage()), ""));
    }
  }

  /**
   * Reads a definition that was published before. Accepts names that are refused today, so that the
   * definition stays executable.
   */
  public static ReadResult readPublished(String text) {
    return read(text, DocumentFormat.ofText(text), true);
  }

  public static ReadResult read(Json definition) {
    return read(Document.of(definition));
  }

  public static ReadResult read(Document document) {
    return read(document, false);
  }

  private static ReadResult read(Document document, boolean isPublished) {
    Findings findings = new Findings(document);
    // Check the depth first: a value that is too deep overflows the stack.
    if (DocumentBounds.exceeded(document.value(), findings)) {
      return new ReadResult(Optional.empty(), findings.all());
    }
    if (document.value().size() > MAX_LENGTH) {
      return refused(tooLong(document.value().size() + " bytes"));
    }
    if (!(document.value() instanceof JsonObject definition)) {
      findings.add(
          WRONG_TYPE, "", "a definition must be an object, not a " + document.value().kind(), "");
      return new ReadResult(Optional.empty(), findings.all());
    }
    Optional<Flow> flow = FlowReader.read(definition, findings);
    boolean isUsable = isPublished ? !findings.hasErrorsBesidesNames() : !findings.hasErrors();
    return new ReadResult(flow.filter(whole -> isUsable), findings.all());
  }

  private static ReadResult refused(Finding finding) {
    return new ReadResult(Optional.empty(), List.of(finding));
  }

  private static Finding tooLong(String length) {
    return new Finding(
        TOO_LARGE,
        "",
        1,
        1,
        "the definition has " + length + "; at most " + MAX_LENGTH + " are read",
        "Move parts of it into flows of their own and call them with \"Resource\": \"flow:...\".");
  }
}
