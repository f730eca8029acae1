package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.SYNTAX;
import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.Flow;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.Format;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** Reads definitions. No input makes it throw: whatever is wrong is a finding. */
public final class Definitions {

  /** The longest definition, in characters of text or bytes of JSON. */
  public static final int MAX_LENGTH = 1024 * 1024;

  private Definitions() {}

  /** Reads a text in the format it seems to have. */
  public static Reading read(String text) {
    return read(text, Format.ofText(text));
  }

  public static Reading read(String text, Format format) {
    return read(text, format, false);
  }

  private static Reading read(String text, Format format, boolean isPublished) {
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
   * Reads what was published before. It runs as it did, also if it has names that are refused
   * today.
   */
  public static Reading readPublished(String text) {
    return read(text, Format.ofText(text), true);
  }

  public static Reading read(Json definition) {
    return read(Document.of(definition));
  }

  public static Reading read(Document document) {
    return read(document, false);
  }

  private static Reading read(Document document, boolean isPublished) {
    Findings findings = new Findings(document);
    // Depth first: nothing below may walk a value that is too deep for the stack.
    if (Bounds.exceeded(document.value(), findings)) {
      return new Reading(Optional.empty(), findings.all());
    }
    if (document.value().size() > MAX_LENGTH) {
      return refused(tooLong(document.value().size() + " bytes"));
    }
    if (!(document.value() instanceof JsonObject definition)) {
      findings.add(
          WRONG_TYPE, "", "a definition must be an object, not a " + document.value().kind(), "");
      return new Reading(Optional.empty(), findings.all());
    }
    Optional<Flow> flow = FlowReader.read(definition, findings);
    boolean isUsable = isPublished ? !findings.hasErrorsBesidesNames() : !findings.hasErrors();
    return new Reading(flow.filter(whole -> isUsable), findings.all());
  }

  private static Reading refused(Finding finding) {
    return new Reading(Optional.empty(), List.of(finding));
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
