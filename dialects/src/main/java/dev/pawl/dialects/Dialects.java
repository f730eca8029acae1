package dev.pawl.dialects;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.field.StatesSchema;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads flows in every dialect. It never throws: every problem becomes a finding. */
public final class Dialects {

  private Dialects() {}

  /** Returns the dialect of a text: what it says itself, otherwise what its fields are. */
  public static Dialect detect(String text) {
    return detect(text, DocumentFormat.ofText(text));
  }

  public static Dialect detect(String text, DocumentFormat format) {
    return isOther(text)
        ? parse(text, format).map(document -> detect(document.value())).orElse(Dialect.STATES)
        : Dialect.STATES;
  }

  /** Reads a flow from text in any dialect and detects its format. */
  public static ReadResult read(String text) {
    return read(text, DocumentFormat.ofText(text));
  }

  /** Reads a flow from text in any dialect; findings are at their positions in the text. */
  public static ReadResult read(String text, DocumentFormat format) {
    return isOther(text) ? compile(text, format).result() : Definitions.read(text, format);
  }

  /**
   * Returns the definition in the Amazon States Language to deploy as a flow: the text itself, or
   * what it compiles to.
   *
   * @param flow code of the flow, for the message
   * @throws IllegalArgumentException if a text in another dialect has errors; the message lists
   *     them
   */
  public static String definition(String flow, String text) {
    if (detect(text) == Dialect.STATES) {
      return text;
    }
    CompiledDialect compiled = compile(text);
    if (compiled.flow().isEmpty()) {
      throw new IllegalArgumentException(
          "flow '%s' cannot run: %s".formatted(flow, compiled.result().errors()));
    }
    return compiled.text();
  }

  /** Compiles a text to a definition and detects its format. */
  public static CompiledDialect compile(String text) {
    return compile(text, DocumentFormat.ofText(text));
  }

  /** Compiles a text in any dialect to a definition in the Amazon States Language. */
  public static CompiledDialect compile(String text, DocumentFormat format) {
    Optional<Document> author = parse(text, format);
    if (author.isEmpty()) {
      Document none = Document.of(JsonObject.of(Map.of()));
      ReadResult reading = Definitions.read(text, format);
      return new CompiledDialect(
          Dialect.STATES,
          none,
          SourceMap.identity(none),
          Optional.empty(),
          reading.flow(),
          reading.findings(),
          List.of());
    }
    return compile(author.get());
  }

  private static CompiledDialect compile(Document author) {
    Findings findings = new Findings(author);
    Json value = author.value();
    checkName(value, findings);
    return switch (detect(value)) {
      case STATES -> {
        ReadResult reading = Definitions.read(author);
        yield new CompiledDialect(
            Dialect.STATES,
            author,
            SourceMap.identity(author),
            Optional.empty(),
            reading.flow(),
            reading.findings(),
            List.of());
      }
      case JOBS -> {
        JobsCompiler.Compiled jobs = new JobsCompiler(findings).compile((JsonObject) value);
        SourceMap map = new SourceMap(author, jobs.sources());
        Document document = Document.of(jobs.definition(), map::position);
        ReadResult reading = Definitions.read(document);
        List<Finding> all = merged(findings.all(), reading.findings(), map);
        yield new CompiledDialect(
            Dialect.JOBS,
            document,
            map,
            jobs.code(),
            reading.flow().filter(flow -> !findings.hasErrors()),
            all,
            jobs.bindings());
      }
    };
  }

  /** Adds the findings of the definition; of equal ones at one place only the first is kept. */
  private static List<Finding> merged(
      List<Finding> own, List<Finding> ofDefinition, SourceMap map) {
    Set<Finding> all = new LinkedHashSet<>(own);
    boolean isBroken = own.stream().anyMatch(each -> each.severity() == Finding.Severity.ERROR);
    for (Finding finding : ofDefinition) {
      Finding translated = map.translate(finding);
      // Fields that the front end could not read are missing in the definition and already
      // reported.
      boolean isFollowUp =
          isBroken && own.stream().anyMatch(each -> each.location().equals(translated.location()));
      if (!isFollowUp) {
        all.add(translated);
      }
    }
    List<Finding> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingInt(Finding::line).thenComparingInt(Finding::column));
    return sorted;
  }

  private static void checkName(Json value, Findings findings) {
    Optional<String> named = value.get("dialect").map(Json::asText);
    if (named.isPresent() && Dialect.named(named.get()).isEmpty()) {
      findings.add(
          BAD_VALUE,
          "/dialect",
          "there is no dialect '" + named.get() + "'; known: " + String.join(", ", Dialect.names()),
          Nearest.advice(named.get(), Dialect.names()));
    }
  }

  private static Dialect detect(Json value) {
    if (!(value instanceof JsonObject)) {
      return Dialect.STATES;
    }
    Optional<Dialect> named = value.get("dialect").map(Json::asText).flatMap(Dialect::named);
    boolean hasJobs = value.get("jobs").isPresent() && value.get("States").isEmpty();
    return named.orElse(hasJobs ? Dialect.JOBS : Dialect.STATES);
  }

  /** Returns false for most definitions, which then need not be parsed twice. */
  private static boolean isOther(String text) {
    return text.length() <= Definitions.MAX_LENGTH
        && (text.contains("jobs") || text.contains("dialect"));
  }

  private static Optional<Document> parse(String text, DocumentFormat format) {
    if (text.length() > Definitions.MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      return Optional.of(Document.read(text, format));
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }

  /** Returns the JSON Schema of a dialect, for editors. */
  public static Json schema(Dialect dialect) {
    return switch (dialect) {
      case STATES -> StatesSchema.json();
      case JOBS -> Json.parse(resource("jobs.json"));
    };
  }

  /** Returns the JSON Schema of bindings, for editors. */
  public static Json schemaOfBindings() {
    return Json.parse(resource("bindings.json"));
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Dialects.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
