package dev.pawl.testkit;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Status;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.run.Hanging;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.Outside;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a flow in a test: handlers are lambdas, time is turned by hand, nothing is real but the
 * engine.
 *
 * <pre>{@code
 * FlowRun run = FlowRun.of(definition)
 *     .handler("charge", call -> JsonText.parse("{\"paid\": true}"))
 *     .start("{\"order\": 7}");
 *
 * run.finish().assertSucceeded("{\"paid\": true}").assertTrace("Charge SUCCEEDED");
 * }</pre>
 */
public final class FlowRun {

  private final Flow flow;
  private final Map<String, Handler> handlers = new HashMap<>();
  private final Map<String, Flow> flows = new HashMap<>();
  private final List<Called> calls = new ArrayList<>();
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T09:30:00Z"));
  private final InMemoryJournal journal = new InMemoryJournal();
  private final InMemoryEngine engine = new InMemoryEngine(outside(), time, journal);
  private final List<Step> lines = new ArrayList<>();
  private Optional<ExecutionId> id = Optional.empty();

  /** A call that a handler got, and when. */
  public record Called(Instant at, HandlerCall call) {}

  private FlowRun(Flow flow) {
    this.flow = flow;
    engine.onStep(
        (execution, step) -> {
          if (id.isEmpty() || id.get().equals(execution)) {
            id = Optional.of(execution);
            lines.add(step);
          }
        });
  }

  /**
   * @throws IllegalArgumentException with all findings if the definition has errors
   */
  public static FlowRun of(String definition) {
    return new FlowRun(read(definition));
  }

  /** The definition in a file, JSON or YAML. */
  public static FlowRun of(Path file) {
    try {
      return of(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Flow read(String definition) {
    Reading reading = Definitions.read(definition);
    return reading
        .flow()
        .orElseThrow(() -> new IllegalArgumentException(reading.findings().toString()));
  }

  /** Serves a resource. */
  public FlowRun handler(String resource, Handler handler) {
    handlers.put(resource, handler);
    return this;
  }

  /** Serves a resource without ever answering: what becomes of its steps is told from outside. */
  public FlowRun hanging(String resource) {
    return handler(
        resource,
        call -> {
          throw new Hanging();
        });
  }

  /** Makes another flow known under a code. */
  public FlowRun flow(String code, String definition) {
    flows.put(code, read(definition));
    return this;
  }

  /** The text that an ItemReader with this resource reads. */
  public FlowRun items(String resource, String text) {
    return handler(resource, call -> Json.of(text));
  }

  /**
   * Starts an execution, which is then the one all else is about; it has done all that it can do
   * without time going on.
   */
  public FlowRun start(String input) {
    id = Optional.empty();
    lines.clear();
    id = Optional.of(engine.start(flow, "test", JsonText.parse(input)));
    return elapse(Duration.ZERO);
  }

  /** Lets time go on, and everything happen that is due by then. */
  public FlowRun elapse(Duration by) {
    return uninterrupted(() -> engine.runUntil(time.now().plus(by)));
  }

  /** Lets time go on until nothing is due any more. */
  public FlowRun finish() {
    return uninterrupted(engine::run);
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private FlowRun uninterrupted(Work work) {
    try {
      work.run();
    } catch (InterruptedException e) {
      throw new IllegalStateException("virtual time is never interrupted", e);
    }
    return this;
  }

  /** Lets a fact happen; returns why it had no effect, if it had none. */
  public Optional<String> tell(Fact fact) {
    Optional<String> ignored = engine.tell(id(), fact).ignored();
    elapse(Duration.ZERO);
    return ignored;
  }

  /** Answers the call that a Task is waiting for. */
  public FlowRun succeed(String state, String output) {
    Step at = waiting(state);
    tell(new Fact.TaskSucceeded(at.id(), at.place().attempt(), JsonText.parse(output), untimed()));
    return this;
  }

  /** Fails the call that a Task is waiting for. */
  public FlowRun fail(String state, String error, String cause) {
    Step at = waiting(state);
    tell(new Fact.TaskFailed(at.id(), at.place().attempt(), Failure.of(error, cause), untimed()));
    return this;
  }

  private Fact.Timing untimed() {
    return new Fact.Timing(time.now(), Duration.ZERO);
  }

  /** Lets an event arrive. */
  public FlowRun event(String name, String payload) {
    tell(new Fact.EventArrived(name, JsonText.parse(payload)));
    return this;
  }

  /** Forgets everything but the journal and goes on, as after a crash. */
  public FlowRun crash() {
    engine.recover();
    return this;
  }

  /** What time it is for the flow. */
  public Instant now() {
    return time.now();
  }

  public Flow flow() {
    return flow;
  }

  public Execution execution() {
    return engine.execution(id());
  }

  public InMemoryEngine engine() {
    return engine;
  }

  public InMemoryJournal journal() {
    return journal;
  }

  public ExecutionId id() {
    return id.orElseThrow(() -> new IllegalStateException("start it first"));
  }

  /** The output of the execution, which must have succeeded. */
  public Json output() {
    return execution()
        .output()
        .orElseThrow(() -> new AssertionError("did not succeed: " + execution().failure()));
  }

  /** The error name and the cause with which the execution ended. */
  public String error() {
    return execution().failure().flatMap(failure -> failure.error()).orElse("");
  }

  public String cause() {
    return execution().failure().flatMap(failure -> failure.cause()).orElse("");
  }

  /** The lines of the history, as they came. */
  public List<Step> lines() {
    return List.copyOf(lines);
  }

  /** Where each step stands, such as {@code Pay SUCCEEDED}, in the order they were entered. */
  public List<String> trace() {
    return current().values().stream()
        .map(step -> step.place().state() + " " + step.status())
        .toList();
  }

  private Map<StepId, Step> current() {
    Map<StepId, Step> last = new LinkedHashMap<>();
    lines.forEach(line -> last.put(line.id(), line));
    return last;
  }

  /** Every step as people see it: where it stands, with those that a rewind undid. */
  public List<Step> steps() {
    return History.of(new Interpreter(flow), id(), journal.facts(id())).steps();
  }

  /**
   * @param output as JSON text
   */
  public FlowRun assertSucceeded(String output) {
    Json expected = JsonText.parse(output);
    if (!execution().output().equals(Optional.of(expected))) {
      throw new AssertionError("expected output " + expected + " but it " + told());
    }
    return this;
  }

  /** The execution failed with an error of that name. */
  public FlowRun assertFailed(String error) {
    if (execution().status() != Status.FAILED || !error().equals(error)) {
      throw new AssertionError("expected error " + error + " but it " + told());
    }
    return this;
  }

  /** The execution has not ended: it waits for time, a person, an event or an answer. */
  public FlowRun assertWaiting() {
    if (execution().status().isTerminal()) {
      throw new AssertionError("expected it to wait but it " + told());
    }
    return this;
  }

  /** The steps there were are these and no others, each like {@code Pay SUCCEEDED}. */
  public FlowRun assertTrace(String... expected) {
    if (!trace().equals(List.of(expected))) {
      throw new AssertionError("expected steps " + List.of(expected) + " but it " + told());
    }
    return this;
  }

  private String told() {
    String end =
        execution()
            .output()
            .map(output -> " with " + output)
            .or(() -> execution().failure().map(failure -> " with " + failure.toJson()))
            .orElse("");
    return "is " + execution().status() + end + "; steps: " + trace();
  }

  /** The step that a state is at now. */
  public StepId at(String state) {
    return waiting(state).id();
  }

  private Step waiting(String state) {
    return current().values().stream()
        .filter(line -> line.place().state().equals(state))
        .filter(line -> line.status() == StepStatus.RUNNING || line.status() == StepStatus.PENDING)
        .reduce((earlier, later) -> later)
        .orElseThrow(() -> new AssertionError("nothing is at " + state + ": " + trace()));
  }

  /** How the last step at a state was entered; a frame can be rewound to it. */
  public Fact.Entry entry(String state) {
    return lines.reversed().stream()
        .filter(line -> line.place().state().equals(state))
        .findFirst()
        .map(
            line ->
                new Fact.Entry(
                    line.id().visit(), state, line.place().input(), line.place().variables()))
        .orElseThrow(() -> new AssertionError("nothing was at " + state + ": " + trace()));
  }

  /** The calls that the handler of a resource got, of all executions, as they came. */
  public List<Called> calls(String resource) {
    return calls.stream().filter(called -> called.call().resource().equals(resource)).toList();
  }

  private Outside outside() {
    return new Outside() {
      @Override
      public Optional<Handler> handler(String resource) {
        return Optional.ofNullable(handlers.get(resource)).map(handler -> listened(handler));
      }

      private Handler listened(Handler handler) {
        return call -> {
          calls.add(new Called(time.now(), call));
          return handler.handle(call);
        };
      }

      @Override
      public Optional<Flow> flow(String code) {
        return Optional.ofNullable(flows.get(code));
      }
    };
  }
}
