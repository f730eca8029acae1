package dev.pawl.cli.run;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Command;
import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.engine.run.Outside;
import dev.pawl.model.Flow;
import dev.pawl.model.Survey;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/** The outside as a scenario tells it, with the flows beside the flow. */
public final class Mocks implements Outside {

  static final String TOKEN = BuiltInHandlers.TOKEN_SUFFIX;

  private static final String STUB = "answer of ";
  private static final BuiltInHandlers BUILT_IN = new BuiltInHandlers();

  private final Scenario scenario;
  private final Neighbours neighbours;
  private final Set<String> undoing;
  private final Set<String> writing;
  private final Supplier<UsageException> unserved;
  private final Deque<Returned> returned = new ConcurrentLinkedDeque<>();

  /** An answer that comes by a task token. */
  public record Returned(String token, Json answer) {}

  /**
   * @param preflight knows the resources of compensations and of results, which succeed without an
   *     answer, and what to say when a call comes that nothing serves
   */
  public Mocks(Scenario scenario, Neighbours neighbours, Preflight preflight) {
    this.scenario = scenario;
    this.neighbours = neighbours;
    this.undoing = Set.copyOf(preflight.resources(Survey.Purpose.UNDO));
    this.writing = Set.copyOf(preflight.resources(Survey.Purpose.WRITE_RESULTS));
    this.unserved = preflight::unserved;
  }

  /** Whether a call of the resource gets somewhere. */
  static boolean serve(Scenario scenario, String resource) {
    return scenario.answers().has(resource)
        || BuiltInHandlers.has(resource)
        || withoutToken(resource).filter(base -> serve(scenario, base)).isPresent();
  }

  @Override
  public Optional<Handler> handler(String resource) {
    return Optional.of(find(resource).orElseThrow(unserved));
  }

  /** The handler that serves a resource, if there is one. */
  public Optional<Handler> find(String resource) {
    if (resource.startsWith(STUB)) {
      return find(resource.substring(STUB.length()));
    }
    if (scenario.answers().has(resource)) {
      return Optional.of(
          call -> {
            Json value = answer(resource, call);
            call.taskToken().ifPresent(token -> returned.add(new Returned(token, value)));
            return value;
          });
    }
    if (BuiltInHandlers.names().contains(resource)) {
      return BUILT_IN.handler(resource);
    }
    if (undoing.contains(resource)) {
      return Optional.of(HandlerCall::input);
    }
    if (writing.contains(resource)) {
      return Optional.of(Mocks::unwritten);
    }
    return withoutToken(resource)
        .filter(scenario.answers()::has)
        .map(this::starting)
        .or(() -> BUILT_IN.handler(resource));
  }

  /** A call that begins something of which the token tells the end. */
  private Handler starting(String resource) {
    return call -> answer(resource, call);
  }

  /** The next task token that came back with its answer. */
  public Optional<Returned> nextReturned() {
    return Optional.ofNullable(returned.poll());
  }

  @Override
  public Optional<Flow> flow(String code) {
    return Neighbours.callsOf(code).stream()
        .filter(scenario.answers()::has)
        .findFirst()
        .map(Mocks::stub)
        .orElseGet(() -> neighbours.find(code).flatMap(FlowFile::flow));
  }

  /** A flow that does nothing but give the answer. */
  private static Optional<Flow> stub(String resource) {
    JsonObject answer =
        JsonObject.of("Type", Json.of("Task"))
            .with("Resource", Json.of(STUB + resource))
            .with("End", Json.of(true));
    JsonObject definition =
        JsonObject.of("StartAt", Json.of("Answer")).with("States", JsonObject.of("Answer", answer));
    return Definitions.read(definition).flow();
  }

  /** Where results would be, had they been written. */
  private static Json unwritten(HandlerCall call) {
    JsonObject.Builder place = JsonObject.builder();
    ((JsonObject) call.input())
        .members()
        .forEach(
            (name, value) -> {
              if (!name.equals(Command.WriteResults.RESULTS)) {
                place.put(name, value);
              }
            });
    return JsonObject.of("ResultWriterDetails", place.build());
  }

  private Json answer(String resource, HandlerCall call)
      throws HandlerException, InterruptedException {
    return scenario.answers().next(resource).orElseThrow().give(call);
  }

  private static Optional<String> withoutToken(String resource) {
    return resource.endsWith(TOKEN)
        ? Optional.of(resource.substring(0, resource.length() - TOKEN.length()))
        : Optional.empty();
  }
}
