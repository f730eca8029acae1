package dev.pawl.dialects;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;
import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.DUPLICATE_NAME;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.dialects.AuthorObject.Value;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles jobs with handlers and parents to one Graph. */
final class JobsCompiler {

  static final AuthorField ID = AuthorField.of("id", "code", "workflowCode");
  static final AuthorField NAME = AuthorField.of("name");
  static final AuthorField DESCRIPTION = AuthorField.of("description");
  static final AuthorField VERSION = AuthorField.of("version");
  static final AuthorField DIALECT = AuthorField.of("dialect");
  static final AuthorField TIMEOUT = AuthorField.of("timeoutSeconds");
  static final AuthorField JOBS = AuthorField.of("jobs");
  static final AuthorField BINDINGS = AuthorField.of("bindings");
  static final AuthorField CODE = AuthorField.of("code", "jobCode");

  static final List<AuthorField> HEADER =
      List.of(ID, NAME, DESCRIPTION, VERSION, DIALECT, TIMEOUT, JOBS, BINDINGS);

  private static final long MAX_TIMEOUT_SECONDS = 99_999_999;

  private final Findings findings;

  JobsCompiler(Findings findings) {
    this.findings = findings;
  }

  /** The result: a definition, and what the text says beside it. */
  record Compiled(
      Json definition,
      Map<String, String> sources,
      Optional<String> code,
      List<DialectBinding> bindings) {}

  Compiled compile(JsonObject text) {
    AuthorObject header = new AuthorObject(text, "", findings);
    header.allowOnly(HEADER);
    header.require(JOBS);
    header.word(VERSION);
    Map<String, AuthorObject> jobs = jobs(header);
    DefinitionBuilder definition = DefinitionBuilder.root();
    header
        .word(DESCRIPTION)
        .or(() -> header.word(NAME))
        .ifPresent(comment -> definition.put("Comment", Json.of(comment), ""));
    definition.put("QueryLanguage", Json.of("JSONata"), "");
    header
        .whole(TIMEOUT, 1, MAX_TIMEOUT_SECONDS)
        .ifPresent(
            seconds ->
                definition.put("TimeoutSeconds", Json.of(seconds), header.pointerOf(TIMEOUT)));
    String graph = freeName(jobs);
    definition.put("StartAt", Json.of(graph), "");
    DefinitionBuilder states = definition.inside("States", header.pointerOf(JOBS));
    DefinitionBuilder state = states.inside(graph, header.pointerOf(JOBS));
    state.put("Type", Json.of("Graph"), header.pointerOf(JOBS));
    DefinitionBuilder nodes = state.inside("Nodes", header.pointerOf(JOBS));
    JobCompiler compiler = new JobCompiler(findings, List.copyOf(jobs.keySet()));
    jobs.forEach(
        (code, job) -> {
          DefinitionBuilder node = nodes.inside(code, job.pointer());
          compiler.compile(code, job, node);
          nodes.put(code, node);
        });
    state.put("Nodes", nodes).put("End", Json.of(true), header.pointerOf(JOBS));
    definition.put("States", states.put(graph, state));
    return new Compiled(
        definition.value(),
        definition.sources(),
        header.word(ID),
        new BindingReader(findings).read(header));
  }

  /** Returns a name for the Graph that no job has. */
  private static String freeName(Map<String, AuthorObject> jobs) {
    String name = "Jobs";
    while (jobs.containsKey(name)) {
      name = name + "_";
    }
    return name;
  }

  private Map<String, AuthorObject> jobs(AuthorObject header) {
    Map<String, AuthorObject> jobs = new LinkedHashMap<>();
    for (Value value : entries(header, JOBS, CODE)) {
      AuthorObject job = new AuthorObject((JsonObject) value.json(), value.pointer(), findings);
      Optional<String> code =
          value.spelling().isEmpty() ? job.requiredWord(CODE) : Optional.of(value.spelling());
      if (code.isEmpty()) {
        continue;
      }
      if (!code.get().matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}")) {
        findings.add(
            BAD_NAME,
            job.pointerOf(CODE),
            "the code '" + code.get() + "' of a job is not allowed",
            "Use at most 80 letters, digits and the characters _ . -");
      } else if (jobs.putIfAbsent(code.get(), job) != null) {
        findings.add(
            DUPLICATE_NAME,
            job.pointerOf(CODE),
            "there are two jobs '" + code.get() + "'",
            "Give each job a code of its own.");
      }
    }
    return jobs;
  }

  /**
   * Returns the objects of a list, or of an object by names; the spelling of a value is its name
   * there, or empty in a list.
   */
  private List<Value> entries(AuthorObject header, AuthorField field, AuthorField named) {
    Optional<Value> found = header.find(field);
    List<Value> entries = new ArrayList<>();
    if (found.isEmpty()) {
      return entries;
    }
    Value all = found.get();
    if (all.json() instanceof JsonArray list) {
      for (int i = 0; i < list.elements().size(); i++) {
        entries.add(new Value("", Pointer.element(all.pointer(), i), list.elements().get(i)));
      }
    } else if (all.json() instanceof JsonObject object) {
      object
          .members()
          .forEach(
              (name, entry) ->
                  entries.add(new Value(name, Pointer.member(all.pointer(), name), entry)));
    } else {
      header.wrongType(all, "a list");
    }
    if (entries.isEmpty()
        && (all.json() instanceof JsonArray || all.json() instanceof JsonObject)) {
      findings.add(BAD_VALUE, all.pointer(), "there are no jobs", "Add a job.");
    }
    entries.removeIf(
        entry -> {
          boolean isWrong = !(entry.json() instanceof JsonObject);
          if (isWrong) {
            findings.add(
                WRONG_TYPE,
                entry.pointer(),
                "a job must be an object, not " + AuthorObject.withArticle(entry.json().kind()),
                "Write '" + named.name() + "' and 'handler'.");
          }
          return isWrong;
        });
    return entries;
  }
}
