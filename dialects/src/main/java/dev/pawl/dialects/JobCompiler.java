package dev.pawl.dialects;

import static dev.pawl.model.finding.Finding.Code.BAD_TARGET;
import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.dialects.AuthorObject.Value;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaType;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles one job to a Task of the Graph. */
final class JobCompiler {

  static final AuthorField PARENT = AuthorField.of("parent", "parentJobCode");
  static final AuthorField PARENTS = AuthorField.of("parents", "parentJobCodes", "dependsOn");
  static final AuthorField HANDLER = AuthorField.of("handler", "handlerCode");
  static final AuthorField CONFIG = AuthorField.of("config", "handlerConfig");
  static final AuthorField MAX_RETRIES = AuthorField.of("maxRetries");
  static final AuthorField RETRY_DELAY = AuthorField.of("retryDelaySeconds");
  static final AuthorField BACKOFF = AuthorField.of("backoffType");
  static final AuthorField MAX_RETRY_DELAY = AuthorField.of("maxRetryDelaySeconds");
  static final AuthorField TIMEOUT = AuthorField.of("timeoutSeconds");
  static final AuthorField DESCRIPTION = AuthorField.of("description");

  static final List<AuthorField> FIELDS =
      List.of(
          JobsCompiler.CODE,
          PARENT,
          PARENTS,
          HANDLER,
          CONFIG,
          MAX_RETRIES,
          RETRY_DELAY,
          BACKOFF,
          MAX_RETRY_DELAY,
          TIMEOUT,
          DESCRIPTION);

  private static final long DEFAULT_RETRIES = 3;
  private static final long DEFAULT_DELAY_SECONDS = 60;
  private static final long DEFAULT_MAX_DELAY_SECONDS = 86_400;
  private static final long MAX_RETRY_COUNT = 10_000;
  private static final long MAX_DELAY_SECONDS = 31_622_400;
  private static final long MAX_TIMEOUT_SECONDS = 99_999_999;

  /** The event of the envelope, or the input itself where the flow was started without one. */
  private static final String EVENT =
      "($exists($states.input.event) ? $states.input.event : $states.input)";

  private static final String PAYLOAD =
      "($exists($states.input.event) ? $states.input.event.payload"
          + " : $exists($states.input.payload) ? $states.input.payload : $states.input)";

  private static final String RESULTS = "$states.context.Graph.Results";

  private final Findings findings;
  private final List<String> codes;

  JobCompiler(Findings findings, List<String> codes) {
    this.findings = findings;
    this.codes = codes;
  }

  void compile(String code, AuthorObject job, DefinitionBuilder node) {
    job.allowOnly(FIELDS);
    node.put("Type", Json.of("Task"), job.pointer());
    job.word(DESCRIPTION)
        .ifPresent(text -> node.put("Comment", Json.of(text), job.pointerOf(DESCRIPTION)));
    Json handler = Json.of(job.requiredWord(HANDLER).orElse("missing"));
    node.put("Resource", handler, job.pointerOf(HANDLER));
    List<String> parents = parents(code, job, node);
    config(job, parents, node);
    node.put("Arguments", arguments(parents), job.pointer());
    job.whole(TIMEOUT, 1, MAX_TIMEOUT_SECONDS)
        .ifPresent(seconds -> node.put("TimeoutSeconds", Json.of(seconds), job.pointerOf(TIMEOUT)));
    retry(job, node);
  }

  private List<String> parents(String code, AuthorObject job, DefinitionBuilder node) {
    List<Value> written = new ArrayList<>();
    Optional<Value> one = job.find(PARENT);
    Optional<Value> several = job.find(PARENTS);
    if (one.isPresent() && several.isPresent()) {
      job.report(
          CONFLICTING_FIELDS,
          one.get().pointer(),
          "a job has either '" + one.get().spelling() + "' or '" + several.get().spelling() + "'",
          "Move the parent into the list.");
    }
    several.or(() -> one).ifPresent(value -> addParents(value, written));
    List<String> parents = new ArrayList<>();
    List<Json> dependsOn = new ArrayList<>();
    for (Value parent : written) {
      String name = parent.json().asText();
      if (!(parent.json() instanceof JsonString) && !codes.contains(name)) {
        job.report(WRONG_TYPE, parent.pointer(), "a parent must be the code of a job", "");
      } else if (!codes.contains(name)) {
        job.report(
            BAD_TARGET,
            parent.pointer(),
            "job '" + code + "' has the parent '" + name + "', which does not exist",
            advice(name, code));
      } else if (!parents.contains(name)) {
        node.source("/DependsOn/" + dependsOn.size(), parent.pointer());
        parents.add(name);
        dependsOn.add(Json.of(name));
      }
    }
    if (!dependsOn.isEmpty()) {
      node.put("DependsOn", JsonArray.of(dependsOn), several.or(() -> one).orElseThrow().pointer());
    }
    return parents;
  }

  private String advice(String name, String code) {
    List<String> others = codes.stream().filter(other -> !other.equals(code)).toList();
    String nearest = Nearest.advice(name, others);
    return nearest.isEmpty() && !others.isEmpty() && others.size() <= 12
        ? "Jobs: " + String.join(", ", others) + "."
        : nearest;
  }

  private static void addParents(Value value, List<Value> parents) {
    if (value.json() instanceof JsonArray list) {
      for (int i = 0; i < list.elements().size(); i++) {
        parents.add(
            new Value(
                value.spelling(), Pointer.element(value.pointer(), i), list.elements().get(i)));
      }
    } else {
      parents.add(value);
    }
  }

  private void config(AuthorObject job, List<String> parents, DefinitionBuilder node) {
    Map<String, FormulaType> results = new LinkedHashMap<>();
    parents.forEach(parent -> results.put(parent, FormulaType.ANY));
    FormulaScope scope =
        FormulaScope.of(
            List.of(
                new FormulaScope.Name("aggregateId", EVENT + ".aggregateId", FormulaType.ANY),
                new FormulaScope.Name("payload", PAYLOAD, FormulaType.ANY),
                new FormulaScope.Name("parents", RESULTS, FormulaType.object(results, false))));
    job.object(CONFIG)
        .ifPresent(
            value ->
                node.put(
                    "Config",
                    new AuthorFormulas(findings, scope).compile(value.json(), value.pointer()),
                    value.pointer()));
  }

  /** Returns the input of the handler. */
  private static Json arguments(List<String> parents) {
    Map<String, Json> results = new LinkedHashMap<>();
    parents.forEach(parent -> results.put(parent, orNull(RESULTS + ".`" + parent + "`")));
    Map<String, Json> arguments = new LinkedHashMap<>();
    arguments.put("aggregateId", orNull(EVENT + ".aggregateId"));
    arguments.put("payload", orNull(PAYLOAD));
    arguments.put("parents", JsonObject.of(results));
    return JsonObject.of(arguments);
  }

  private static Json orNull(String path) {
    return Json.of("{% ($exists(" + path + ") ? " + path + " : null) %}");
  }

  private void retry(AuthorObject job, DefinitionBuilder node) {
    long retries = job.whole(MAX_RETRIES, 0, MAX_RETRY_COUNT).orElse(DEFAULT_RETRIES);
    long delay = job.whole(RETRY_DELAY, 1, MAX_DELAY_SECONDS).orElse(DEFAULT_DELAY_SECONDS);
    String growth = job.oneOf(BACKOFF, List.of("FIXED", "LINEAR", "EXPONENTIAL")).orElse("FIXED");
    Optional<Long> cap = job.whole(MAX_RETRY_DELAY, 1, MAX_DELAY_SECONDS);
    Map<String, Json> retrier = new LinkedHashMap<>();
    retrier.put("ErrorEquals", JsonArray.of(List.of(Json.of("States.ALL"))));
    retrier.put("IntervalSeconds", Json.of(delay));
    retrier.put("MaxAttempts", Json.of(retries));
    retrier.put("BackoffStrategy", Json.of(growth));
    if (growth.equals("EXPONENTIAL")) {
      retrier.put("BackoffRate", Json.of(2));
    }
    if (cap.isPresent() || !growth.equals("FIXED")) {
      long most = cap.orElse(Math.max(delay, DEFAULT_MAX_DELAY_SECONDS));
      retrier.put("MaxDelaySeconds", Json.of(most));
    }
    node.put("Retry", JsonArray.of(List.of(JsonObject.of(retrier))), job.pointer())
        .source("/Retry/0/MaxAttempts", job.pointerOf(MAX_RETRIES))
        .source("/Retry/0/IntervalSeconds", job.pointerOf(RETRY_DELAY))
        .source("/Retry/0/BackoffStrategy", job.pointerOf(BACKOFF))
        .source("/Retry/0/MaxDelaySeconds", job.pointerOf(MAX_RETRY_DELAY));
  }
}
