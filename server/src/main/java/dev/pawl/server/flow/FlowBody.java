package dev.pawl.server.flow;

import dev.pawl.dialects.Dialects;
import dev.pawl.engine.store.Priority;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.sdk.Json;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A flow to create or change; fields that are absent keep their values. */
record FlowBody(
    @Schema(
            description =
                "Code of the flow, unique within its tenant; if absent, the id in the definition,"
                    + " or else derived from the name.",
            example = "order-saga")
        @Nullable String code,
    @Schema(description = "Name of the flow, for people.", example = "Order saga")
        @Nullable String name,
    @Schema(
            description = "What the flow does, for people.",
            example = "Reserves, charges and ships an order.")
        @Nullable String description,
    @Schema(
            description = "Type of the flow, a word of your own by which flows are found.",
            example = "process")
        @Nullable String type,
    @Schema(
            description = "Category of the flow, a word of your own by which flows are found.",
            example = "sales")
        @Nullable String category,
    @Schema(
            description =
                "Priority of executions of the flow; runnable executions of a higher priority are"
                    + " claimed first.")
        @Nullable Priority priority,
    @Schema(description = "Tags by which flows are found.", example = "[\"billing\", \"eu\"]")
        @Nullable List<String> tags,
    @Schema(
            description = "Definition as a JSON value; give either this or source.",
            example = "{\"StartAt\": \"Hello\", \"States\": {\"Hello\": {\"Type\": \"Succeed\"}}}")
        @Nullable Json definition,
    @Schema(
            description = "Definition as text in the given format; give either this or definition.",
            example = "StartAt: Hello\nStates:\n  Hello: {Type: Succeed}\n")
        @Nullable String source,
    @Schema(description = "Format of the source; detected if absent.")
        @Pattern(regexp = "json|yaml")
        @Nullable String format) {

  Source definitionSource() {
    if ((definition == null) == (source == null)) {
      throw ApiException.malformed("give either the definition as JSON, or its source as text");
    }
    if (definition != null) {
      return new Source(
          DocumentText.of(Document.of(definition), DocumentFormat.JSON), DocumentFormat.JSON);
    }
    return source(Objects.requireNonNull(source), format);
  }

  static Source source(String text, @Nullable String format) {
    DocumentFormat seems = DocumentFormat.ofText(text);
    DocumentFormat said = format == null ? seems : format(format);
    if (said == DocumentFormat.YAML && seems == DocumentFormat.JSON) {
      throw ApiException.refused(
          "format-unclear",
          "what begins with { [ or \" is read as JSON; begin YAML with a comment, such as # yaml");
    }
    return new Source(text, said);
  }

  static DocumentFormat format(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "json" -> DocumentFormat.JSON;
      case "yaml" -> DocumentFormat.YAML;
      default -> throw ApiException.malformed("format: must be json or yaml, got '" + name + "'");
    };
  }

  /**
   * Reads a definition. A draft may have errors; with {@code strict}, as for a version, it may not.
   *
   * @throws ApiException if the text cannot be parsed, is too large, or has errors in strict mode
   */
  static ReadResult read(Source written, boolean strict) {
    ReadResult reading = Dialects.read(written.text(), written.format());
    boolean isText = reading.errors().stream().noneMatch(FlowBody::isUnreadable);
    if (!isText || strict && !reading.isValid()) {
      throw ApiException.invalid(reading.findings());
    }
    return reading;
  }

  private static boolean isUnreadable(Finding finding) {
    return switch (finding.code()) {
      case SYNTAX, TOO_LARGE -> true;
      default -> false;
    };
  }

  FlowFields fields() {
    return new FlowFields(name, description, type, category, priority, tags);
  }

  /** Returns the code that the request gives to the flow, or else the id that the text gives. */
  Optional<String> givenCode() {
    return code == null ? idOf(definitionSource()) : Optional.of(FlowNameRules.requireCode(code));
  }

  /**
   * Returns the id that a text in a dialect gives to its flow.
   *
   * @throws ApiException if it is not a code that flows may have
   */
  static Optional<String> idOf(Source written) {
    return Dialects.compile(written.text(), written.format())
        .code()
        .map(FlowNameRules::requireCode);
  }

  /**
   * Verifies that the body does not change the code of the flow.
   *
   * @throws ApiException if the body has another code
   */
  void requireCode(String fixed) {
    if (code != null && !code.equals(fixed)) {
      throw ApiException.refused(
          "code-fixed", "code: the code of a flow cannot be changed; duplicate the flow instead");
    }
  }
}
