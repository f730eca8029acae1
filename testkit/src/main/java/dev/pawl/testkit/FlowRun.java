package dev.pawl.testkit;

import dev.pawl.dialects.Dialects;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.DeferredResultException;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Runs a flow in a test: in memory, on virtual time, with the handlers, decisions and events that
 * the test provides. {@link FlowAssert} checks what happened.
 *
 * <pre>{@code
 * FlowRun run =
 *     FlowRun.of(Path.of("flows/order.asl.yaml"))
 *         .handler("charge", FakeHandler.returning("{\"paid\": true}"))
 *         .decision("Approve", Decision.complete("approved"))
 *         .start("{\"order\": 7}")
 *         .finish();
 *
 * assertThat(run).succeeded().visited("Approve", "Charge").output("{\"paid\": true}");
 * }</pre>
 */
public final class FlowRun {

  /** The time at which a test starts unless {@link #startingAt} sets another one. */
  public static final Instant DEFAULT_START = Instant.parse("2026-01-31T09:30:00Z");

  private final Flow flow;
  private final VirtualTime time = new VirtualTime(DEFAULT_START);
  private final FakeOutside outside = new FakeOutside(time);
  private final InMemoryJournal journal = new InMemoryJournal();
  private final InMemoryEngine engine = new InMemoryEngine(outside, time, journal);
  private final ScriptedDecisions decisions = new ScriptedDecisions();
  private final ScriptedEvents events =
      new ScriptedEvents(engine, time, fact -> engine.apply(id(), fact));
  private final RecordedSteps steps = new RecordedSteps();
  private Optional<ExecutionId> id = Optional.empty();
  private JsonObject context = JsonObject.EMPTY;

  /** A call of a handler, and its time. */
  public record Called(Instant at, HandlerCall call) {}

  private FlowRun(Flow flow) {
    this.flow = flow;
    engine.onStep(this::observe);
  }

  /**
   * Prepares a run of a definition, JSON or YAML, in any dialect.
   *
   * @throws IllegalArgumentException with all findings if the definition has errors
   */
  public static FlowRun of(String definition) {
    return new FlowRun(read(definition));
  }

  /**
   * Prepares a run of the definition in a file, JSON or YAML.
   *
   * @throws IllegalArgumentException with all findings if the definition has errors
   */
  public static FlowRun of(Path file) {
    return of(text(file));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Flow read(String definition) {
    ReadResult reading = Dialects.read(definition);
    return reading
        .flow()
        .orElseThrow(() -> new IllegalArgumentException(reading.findings().toString()));
  }

  /** Sets the virtual time at which the test starts; must be called before {@link #start()}. */
  public FlowRun startingAt(Instant start) {
    if (id.isPresent()) {
      throw new IllegalStateException("the time can be set before the start only");
    }
    time.advance(Duration.between(time.now(), start));
    return this;
  }

  /** Registers the handler of a resource. */
  public FlowRun handler(String resource, Handler handler) {
    outside.handlers.put(resource, handler);
    return this;
  }

  /**
   * Registers a resource that never responds; {@link #succeed} and {@link #fail} complete its
   * calls.
   */
  public FlowRun hanging(String resource) {
    return handler(
        resource,
        call -> {
          throw new DeferredResultException();
        });
  }

  /** Sets a secret that {@code Config} can refer to. */
  public FlowRun secret(String name, String value) {
    outside.secrets.put(name, value);
    return this;
  }

  /** Sets what starts the executions: JSON text of an object with Trigger and Context. */
  public FlowRun context(String json) {
    context = (JsonObject) JsonText.parse(json);
    return this;
  }

  /** Registers another flow, which this one calls by its code. */
  public FlowRun flow(String code, String definition) {
    outside.flows.put(code, read(definition));
    return this;
  }

  /** Registers the flow in a file, which this one calls by its code. */
  public FlowRun flow(String code, Path file) {
    return flow(code, text(file));
  }

  /** Sets the text that an ItemReader with this resource reads. */
  public FlowRun items(String resource, String text) {
    return handler(resource, call -> Json.of(text));
  }

  /**
   * Scripts a decision on a Human state: it is made as soon as the state is entered. Several
   * decisions on one state are made one per visit, in this order; later visits wait.
   */
  public FlowRun decision(String state, Decision decision) {
    decisions.add(state, decision);
    return this;
  }

  /**
   * Sends an event: at once, or right after the start if there is no execution yet. It is kept
   * until a state waits for it.
   *
   * @param payload as JSON text
   */
  public FlowRun event(String name, String payload) {
    if (id.isEmpty()) {
      return eventAfter(Duration.ZERO, name, payload);
    }
    apply(new Fact.EventArrived(name, JsonText.parse(payload)));
    return this;
  }

  /** Schedules an event that is sent the given time after the start. */
  public FlowRun eventAfter(Duration time, String name, String payload) {
    if (id.isPresent()) {
      throw new IllegalStateException("events can be scripted before the start only");
    }
    events.add(time, name, JsonText.parse(payload));
    return this;
  }

  /** Starts an execution with an empty object as its input. */
  public FlowRun start() {
    return start("{}");
  }

  /**
   * Starts an execution and runs it until it ends or waits for time to pass. All other methods
   * refer to the execution that was started last.
   *
   * @param input as JSON text
   */
  public FlowRun start(String input) {
    id = Optional.empty();
    steps.clear();
    Instant startedAt = time.now();
    id = Optional.of(engine.start(flow, "test", JsonText.parse(input), context));
    events.begin(startedAt);
    return advance(Duration.ZERO);
  }

  /** Advances the virtual time and runs everything that is due by then. */
  public FlowRun advance(Duration by) {
    return uninterrupted(() -> engine.runUntil(time.now().plus(by)));
  }

  /** Advances the virtual time until nothing is due any more: the execution has ended or waits. */
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

  /** Applies a fact; returns the reason if it had no effect, otherwise empty. */
  public Optional<String> apply(Fact fact) {
    Optional<String> ignored = engine.apply(id(), fact).ignored();
    advance(Duration.ZERO);
    return ignored;
  }

  /** Completes the call that a Task is waiting for. */
  public FlowRun succeed(String state, String output) {
    StepChange at = waiting(state);
    apply(new Fact.TaskSucceeded(at.id(), at.place().attempt(), JsonText.parse(output), untimed()));
    return this;
  }

  /** Fails the call that a Task is waiting for. */
  public FlowRun fail(String state, String error, String cause) {
    StepChange at = waiting(state);
    apply(new Fact.TaskFailed(at.id(), at.place().attempt(), Failure.of(error, cause), untimed()));
    return this;
  }

  private Fact.Timing untimed() {
    return new Fact.Timing(time.now(), Duration.ZERO);
  }

  /**
   * Decides on a Human state that waits.
   *
   * @throws AssertionError if the flow does not accept the decision
   */
  public FlowRun decide(String state, Decision decision) {
    decide(id(), state, waiting(state).id(), decision);
    return advance(Duration.ZERO);
  }

  private void decide(ExecutionId execution, String state, StepId step, Decision decision) {
    Fact.HumanActed.Action action = decision.action(name -> steps.entry(execution, name));
    engine
        .apply(execution, new Fact.HumanActed(step, decision.person(), action))
        .ignored()
        .ifPresent(
            reason -> {
              throw new AssertionError("the decision on " + state + " was refused: " + reason);
            });
  }

  private void observe(ExecutionId execution, StepChange step) {
    if (id.isEmpty()) {
      id = Optional.of(execution);
    }
    steps.add(execution, step);
    decisions
        .take(execution, step)
        .ifPresent(
            next ->
                engine.after(
                    Duration.ZERO, () -> decide(execution, step.place().state(), step.id(), next)));
  }

  /** Drops everything but the journal and recovers from it, as after a crash. */
  public FlowRun crash() {
    Instant startedAt = journal.facts(id()).getFirst().at();
    engine.recover();
    events.scheduleUndelivered(startedAt);
    return this;
  }

  /** Returns the virtual time. */
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

  /**
   * Returns the output of the execution.
   *
   * @throws AssertionError if the execution did not succeed
   */
  public Json output() {
    return execution()
        .output()
        .orElseThrow(() -> new AssertionError("did not succeed: " + execution().failure()));
  }

  /** Returns the error name with which the execution ended; empty if there is none. */
  public String error() {
    return execution().failure().flatMap(failure -> failure.error()).orElse("");
  }

  /** Returns the cause with which the execution ended; empty if there is none. */
  public String cause() {
    return execution().failure().flatMap(failure -> failure.cause()).orElse("");
  }

  /** Returns the lines of the history, in the order in which they were written. */
  public List<StepChange> lines() {
    return steps.of(id());
  }

  /** Returns the status of each step, such as {@code Pay SUCCEEDED}, in the order of entry. */
  public List<String> trace() {
    return steps.trace(id());
  }

  /** Returns the steps with their final status, including steps that a rewind rolled back. */
  public List<StepChange> steps() {
    return history().steps();
  }

  /** Returns the steps and their attempts. */
  public History history() {
    return History.of(new Interpreter(flow), id(), journal.facts(id()));
  }

  /**
   * Returns the step that a state is waiting at.
   *
   * @throws AssertionError if the state is not waiting
   */
  public StepId at(String state) {
    return waiting(state).id();
  }

  private StepChange waiting(String state) {
    return steps.waiting(id(), state);
  }

  /** Returns the last entry into a state; an execution can be rewound to it. */
  public Fact.Entry entry(String state) {
    return steps.entry(id(), state);
  }

  /** Returns the calls of a resource in all executions, in their order. */
  public List<Called> calls(String resource) {
    return outside.calls(resource);
  }

  /** Returns the resources that were called although the test has no handler for them. */
  public List<String> missingHandlers() {
    return outside.missing();
  }
}
