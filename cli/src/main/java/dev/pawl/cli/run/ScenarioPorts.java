package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Command;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.HandlerExpressions;
import dev.pawl.handlers.function.LocalHandlers;
import dev.pawl.model.Flow;
import dev.pawl.model.FlowReferences.Purpose;
import dev.pawl.model.FlowResource;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.InstantSource;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Resolves handlers from a scenario, and flows from the folder of the main flow. */
public final class ScenarioPorts implements ExecutionPorts {

  static final String TOKEN = BuiltInHandlers.TOKEN_SUFFIX;

  private static final String STUB = "answer of ";

  private static final HandlerExpressions EXPRESSIONS =
      new HandlerExpressions(InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());

  /** Handlers without effects on other systems; a scenario answers for all others. */
  private static final BuiltInHandlers BUILT_IN =
      new BuiltInHandlers(LocalHandlers.create(new ConsoleLog(), EXPRESSIONS::evaluate));

  private final RunScenario scenario;
  private final SiblingFlows siblings;
  private final Set<String> compensations;
  private final Set<String> resultWriters;
  private final Supplier<UsageException> unserved;
  private final Deque<TokenAnswer> tokenAnswers = new ConcurrentLinkedDeque<>();

  /** An answer that is delivered by a task token. */
  record TokenAnswer(String token, Json answer) {}

  /**
   * Creates the handlers of a run.
   *
   * @param preflight supplies the resources of compensations and result writers, which succeed
   *     without an answer, and the error for a call that nothing serves
   */
  public ScenarioPorts(RunScenario scenario, SiblingFlows siblings, Preflight preflight) {
    this.scenario = scenario;
    this.siblings = siblings;
    this.compensations = Set.copyOf(preflight.resources(Purpose.UNDO));
    this.resultWriters = Set.copyOf(preflight.resources(Purpose.WRITE_RESULTS));
    this.unserved = preflight::unserved;
  }

  /** Returns true if the scenario or a built-in handler serves the resource. */
  static boolean serve(RunScenario scenario, String resource) {
    return scenario.answers().has(resource)
        || BUILT_IN.has(resource)
        || withoutToken(resource).filter(base -> serve(scenario, base)).isPresent();
  }

  @Override
  public Optional<Handler> handler(String resource) {
    Handler found = find(resource).orElseThrow(unserved);
    return Optional.of(
        call -> {
          Json value = found.handle(call);
          if (has(resource)) {
            call.taskToken().ifPresent(token -> tokenAnswers.add(new TokenAnswer(token, value)));
          }
          return value;
        });
  }

  /** Returns true if the scenario itself answers the resource, including its task token. */
  public boolean has(String resource) {
    return scenario.answers().has(resource);
  }

  /** Returns the handler of a resource; empty if there is none. */
  public Optional<Handler> find(String resource) {
    if (resource.startsWith(STUB)) {
      return find(resource.substring(STUB.length()));
    }
    if (has(resource)) {
      return Optional.of(call -> answer(resource, call));
    }
    if (BUILT_IN.handlers().containsKey(resource)) {
      return BUILT_IN.handler(resource);
    }
    if (compensations.contains(resource)) {
      return Optional.of(HandlerCall::input);
    }
    if (resultWriters.contains(resource)) {
      return Optional.of(ScenarioPorts::unwritten);
    }
    return withoutToken(resource)
        .filter(this::has)
        .<Handler>map(base -> call -> answer(base, call))
        .or(() -> BUILT_IN.handler(resource));
  }

  /** Removes and returns the next answer for a task token; empty if there is none. */
  Optional<TokenAnswer> nextTokenAnswer() {
    return Optional.ofNullable(tokenAnswers.poll());
  }

  @Override
  public Optional<Flow> flow(String code) {
    return FlowResource.resourcesFor(code).stream()
        .filter(scenario.answers()::has)
        .findFirst()
        .map(ScenarioPorts::stub)
        .orElseGet(() -> siblings.find(code).flatMap(FlowFile::flow));
  }

  /** Returns a flow whose only state returns the scripted answer. */
  private static Optional<Flow> stub(String resource) {
    JsonObject answer =
        JsonObject.of("Type", Json.of("Task"))
            .with("Resource", Json.of(STUB + resource))
            .with("End", Json.of(true));
    JsonObject definition =
        JsonObject.of("StartAt", Json.of("ScriptedAnswer"))
            .with("States", JsonObject.of("ScriptedAnswer", answer));
    return Definitions.read(definition).flow();
  }

  /** Returns the details of a result file that is not actually written. */
  private static Json unwritten(HandlerCall call) {
    JsonObject.Builder details = JsonObject.builder();
    ((JsonObject) call.input())
        .members()
        .forEach(
            (name, value) -> {
              if (!name.equals(Command.WriteResults.RESULTS)) {
                details.put(name, value);
              }
            });
    return JsonObject.of("ResultWriterDetails", details.build());
  }

  private Json answer(String resource, HandlerCall call)
      throws HandlerException, InterruptedException {
    // A mocked flow runs in an execution of its own; its answers belong to the callers.
    boolean isStub = call.resource().startsWith(STUB);
    String execution = isStub ? "" : call.executionId();
    return scenario.answers().next(resource, execution).orElseThrow().give(call);
  }

  /** Returns the resource without the suffix for task tokens; empty if it has none. */
  public static Optional<String> withoutToken(String resource) {
    return resource.endsWith(TOKEN)
        ? Optional.of(resource.substring(0, resource.length() - TOKEN.length()))
        : Optional.empty();
  }
}
