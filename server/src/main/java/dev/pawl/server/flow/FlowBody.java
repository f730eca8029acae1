package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.server.flow.FlowRecord.About;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.flow.FlowRecord.Text;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.OneOf;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What creates or changes a flow: its definition as a JSON value, or as text in one of the formats.
 * What is not given stays as it was.
 */
record FlowBody(
    @Nullable String code,
    @Nullable String name,
    @Nullable String description,
    @Nullable String type,
    @Nullable String category,
    @Nullable Priority priority,
    @Nullable List<String> tags,
    @Nullable Json definition,
    @Nullable String source,
    @OneOf({"json", "yaml"}) @Nullable String format) {

  static final About ABOUT_NOTHING = new About("", "", Priority.NORMAL, List.of());

  Source written() {
    if ((definition == null) == (source == null)) {
      throw Refusal.malformed("give either the definition as JSON, or its source as text");
    }
    if (definition != null) {
      return new Source(DocumentText.of(Document.of(definition), Format.JSON), Format.JSON);
    }
    return source(Objects.requireNonNull(source), format);
  }

  static Source source(String text, @OneOf({"json", "yaml"}) @Nullable String format) {
    Format seems = Format.ofText(text);
    Format said = format == null ? seems : format(format);
    if (said == Format.YAML && seems == Format.JSON) {
      throw Refusal.refused(
          "format-unclear",
          "what begins with { [ or \" is read as JSON; begin YAML with a comment, such as # yaml");
    }
    return new Source(text, said);
  }

  static Format format(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "json" -> Format.JSON;
      case "yaml" -> Format.YAML;
      default -> throw Refusal.malformed("the format is json or yaml, not '" + name + "'");
    };
  }

  /** A draft may have findings, but not a version; what is no definition at all is neither. */
  static Reading read(Source written, boolean strict) {
    Reading reading = Definitions.read(written.text(), written.format());
    boolean isText = reading.errors().stream().noneMatch(FlowBody::isUnreadable);
    if (!isText || strict && !reading.isValid()) {
      throw Refusal.invalid(reading.findings());
    }
    return reading;
  }

  private static boolean isUnreadable(Finding finding) {
    return switch (finding.code()) {
      case SYNTAX, TOO_LARGE -> true;
      default -> false;
    };
  }

  Text text(String oldName, String oldDescription) {
    return new Text(
        FlowWords.name(name == null ? oldName : name),
        FlowWords.description(description == null ? oldDescription : description),
        written());
  }

  About about(About old) {
    return new About(
        FlowWords.word("type", type == null ? old.type() : type),
        FlowWords.word("category", category == null ? old.category() : category),
        priority == null ? old.priority() : priority,
        FlowWords.tags(tags == null ? old.tags() : tags));
  }

  String code(UUID id) {
    return code == null ? FlowWords.codeOf(name, id) : FlowWords.code(code);
  }

  /** Fails unless the code is a flow's own. */
  void mustKeep(String fixed) {
    if (code != null && !code.equals(fixed)) {
      throw Refusal.refused("code-fixed", "the code of a flow stays; duplicate the flow instead");
    }
  }
}
