package dev.pawl.engine.run;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.model.ErrorName;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Runs executions in memory on one thread, in the order of their due times. Waits take no time with
 * virtual time, and their actual duration with real time.
 */
public final class InMemoryEngine {

  private final ExecutionPorts outside;
  private final Timeline time;
  private final Journal journal;
  private final Map<ExecutionId, Run> runs = new LinkedHashMap<>();
  private final Map<String, ExecutionId> children = new HashMap<>();
  private final ScheduledActions agenda = new ScheduledActions();
  private final Map<String, Instant> beats = new HashMap<>();
  private BiConsumer<ExecutionId, StepChange> listener = (id, step) -> {};

  public InMemoryEngine(ExecutionPorts outside, Timeline time, Journal journal) {
    this.outside = outside;
    this.time = time;
    this.journal = journal;
  }

  /** An execution and the commands that this engine has issued for it. */
  private static final class Run {
    final Interpreter interpreter;
    final Set<String> issued = new HashSet<>();
    final Optional<Parent> parent;
    final int depth;
    Execution execution;

    Run(Interpreter interpreter, Execution execution, Optional<Parent> parent, int depth) {
      this.interpreter = interpreter;
      this.execution = execution;
      this.parent = parent;
      this.depth = depth;
    }
  }

  /**
   * The execution that waits for the end of a child, its command, and the fact that reports the
   * end.
   */
  private record Parent(ExecutionId id, Command.OfStep command, Function<Execution, Fact> fact) {}

  /** Sets the listener that receives every step of every execution. */
  public void onStep(BiConsumer<ExecutionId, StepChange> newListener) {
    listener = newListener;
  }

  /** Starts an execution; its handlers are called in {@link #run()}. */
  public ExecutionId start(Flow flow, String code, Json input) {
    return start(flow, code, input, JsonObject.EMPTY);
  }

  /** Starts an execution with additional members of its context object. */
  public ExecutionId start(Flow flow, String code, Json input, JsonObject context) {
    ExecutionId id = register(flow, Optional.empty(), 0);
    apply(id, new Fact.Started(code, id.toString(), input, context));
    return id;
  }

  private ExecutionId register(Flow flow, Optional<Parent> parent, int depth) {
    ExecutionId id = new ExecutionId(new UUID(time.now().toEpochMilli(), agenda.nextOrdinal()));
    runs.put(id, new Run(new Interpreter(flow), Execution.notStarted(id), parent, depth));
    return id;
  }

  /** Runs until no action is scheduled; executions may still wait for external input. */
  public void run() throws InterruptedException {
    while (runNext()) {}
  }

  /** Runs all actions that are due by a time, then waits until that time. */
  public void runUntil(Instant end) throws InterruptedException {
    while (agenda.hasAnythingBy(end)) {
      runNext();
    }
    time.await(end);
  }

  /** Runs the next scheduled action; returns false if there is none. */
  public boolean runNext() throws InterruptedException {
    Optional<ScheduledActions.Due> next = agenda.takeNext();
    if (next.isEmpty()) {
      return false;
    }
    time.await(next.get().at());
    next.get().work().run();
    return true;
  }

  public Execution execution(ExecutionId id) {
    return run(id).execution;
  }

  /** Returns all executions in the order of their creation. */
  public List<Execution> executions() {
    return runs.values().stream().map(run -> run.execution).toList();
  }

  /** Appends a fact to an execution, applies it and issues the resulting commands. */
  public AdvanceResult apply(ExecutionId id, Fact fact) {
    Run run = run(id);
    RecordedFact recorded = new RecordedFact(run.execution.seq() + 1, time.now(), fact);
    journal.append(id, recorded);
    AdvanceResult advanced = run.interpreter.advance(run.execution, recorded);
    run.execution = advanced.execution();
    advanced.steps().forEach(step -> listener.accept(id, step));
    advanced.commands().forEach(command -> issue(id, run, command));
    return advanced;
  }

  /** Completes a step by its task token. */
  public AdvanceResult succeed(TaskToken token, Json output) {
    return apply(
        token,
        new Fact.TaskSucceeded(
            token.step(), token.attempt(), output, HandlerInvocations.timing(time.now())));
  }

  /** Fails a step by its task token. */
  public AdvanceResult fail(TaskToken token, Failure failure) {
    return apply(
        token,
        new Fact.TaskFailed(
            token.step(), token.attempt(), failure, HandlerInvocations.timing(time.now())));
  }

  private AdvanceResult apply(TaskToken token, Fact fact) {
    return token.isGenuine()
        ? apply(token.execution(), fact)
        : new AdvanceResult(
            execution(token.execution()),
            List.of(),
            List.of(),
            Optional.of("the token was not given by this execution"));
  }

  /** Records a heartbeat for a step; ignores forged tokens. */
  public void heartbeat(TaskToken token) {
    if (token.isGenuine()) {
      beats.put(token.step() + " " + token.attempt() + " " + token.execution(), time.now());
    }
  }

  /** Schedules an action after a delay, behind all actions due by then. */
  public void after(Duration delay, Runnable work) {
    at(time.now().plus(delay), work);
  }

  /** Discards the state in memory and continues from the journal, as after a crash. */
  public void recover() {
    agenda.clear();
    for (Map.Entry<ExecutionId, Run> entry : List.copyOf(runs.entrySet())) {
      Run run = entry.getValue();
      run.issued.clear();
      run.execution = run.interpreter.fold(entry.getKey(), journal.facts(entry.getKey()));
      OutstandingCommands.of(run.execution).forEach(command -> issue(entry.getKey(), run, command));
    }
    runs.forEach(
        (id, run) ->
            run.parent.filter(p -> !isWaiting(p)).ifPresent(parent -> cancelChild(id, run)));
  }

  /** Returns true if a parent still waits for its child; a paused parent does. */
  private boolean isWaiting(Parent parent) {
    Execution waiting = run(parent.id()).execution;
    return !waiting.status().isTerminal()
        && (waiting.isPaused() || run(parent.id()).issued.contains(key(parent.command())));
  }

  private Run run(ExecutionId id) {
    Run run = runs.get(id);
    if (run == null) {
      throw new IllegalArgumentException("there is no execution " + id);
    }
    return run;
  }

  private void issue(ExecutionId id, Run run, Command command) {
    switch (command) {
      case Command.Work work -> once(run, work, () -> call(id, work));
      case Command.StartChild child -> once(run, child, () -> startItem(id, child));
      case Command.SetTimer timer ->
          once(
              run,
              timer,
              () ->
                  at(
                      timer.at(),
                      () -> apply(id, new Fact.TimerFired(timer.step(), timer.attempt()))));
      case Command.Finish finish -> ended(run);
      case Command.AwaitEvent event -> {}
      case Command.OpenHumanTask human -> {}
      case Command.Abandon abandon -> cancelChildren(id, abandon.step());
    }
  }

  /** Runs the work unless the command was issued before; an incarnation issues a command once. */
  private static void once(Run run, Command command, Runnable work) {
    if (run.issued.add(key(command))) {
      work.run();
    }
  }

  private static String key(Command command) {
    return switch (command) {
      case Command.RunTask task -> "task " + task.step() + " " + task.attempt();
      case Command.ReadItems read ->
          "read " + read.step() + " " + read.attempt() + " " + read.offset();
      case Command.WriteResults write -> "write " + write.step() + " " + write.attempt();
      case Command.StartChild child -> "child " + child.step() + " " + child.index();
      case Command.SetTimer timer -> "timer " + timer.step() + " " + timer.attempt();
      case Command.AwaitEvent event -> "event " + event.step();
      case Command.OpenHumanTask human -> "human " + human.step();
      case Command.Abandon abandon -> "abandon " + abandon.step();
      case Command.Finish finish -> "finish";
    };
  }

  private void call(ExecutionId id, Command.Work work) {
    Optional<ChildFlow> child = ChildFlow.of(work);
    if (child.isPresent()) {
      schedule(() -> startFlow(id, work, child.get()));
      return;
    }
    schedule(
        () -> {
          Optional<Fact> answer = HandlerInvocations.call(outside, id, work, time);
          if (answer.isPresent()) {
            apply(id, answer.get());
          } else {
            timeOut(id, work);
          }
        });
  }

  /**
   * Schedules the time-outs of a call without an immediate result, which ends by its task token,
   * its time-out or a missed heartbeat.
   */
  private void timeOut(ExecutionId id, Command.Work work) {
    work.call()
        .timeout()
        .ifPresent(limit -> after(limit, () -> timedOut(id, work, ErrorName.TIMEOUT)));
    work.call().heartbeat().ifPresent(limit -> after(limit, () -> listen(id, work, limit)));
  }

  private void listen(ExecutionId id, Command.Work work, Duration limit) {
    Instant beat = beats.get(work.step() + " " + work.attempt() + " " + id);
    if (beat == null || !beat.plus(limit).isAfter(time.now())) {
      timedOut(id, work, ErrorName.HEARTBEAT_TIMEOUT);
    } else {
      at(beat.plus(limit), () -> listen(id, work, limit));
    }
  }

  private void timedOut(ExecutionId id, Command.Work work, String error) {
    if (apply(id, HandlerInvocations.timedOut(work, error, time)).ignored().isEmpty()) {
      cancelChildren(id, work.step());
    }
  }

  private void startFlow(ExecutionId id, Command.Work work, ChildFlow child) {
    Optional<Flow> flow = outside.flow(child.code());
    int depth = run(id).depth + 1;
    Optional<Failure> refusal = child.refusal(flow.isPresent(), depth);
    if (refusal.isPresent()) {
      apply(
          id,
          new Fact.TaskFailed(
              work.step(), work.attempt(), refusal.get(), HandlerInvocations.timing(time.now())));
      return;
    }
    Optional<Parent> parent =
        child.waits()
            ? Optional.of(new Parent(id, work, ended -> child.outcome(work, ended, time.now())))
            : Optional.empty();
    String key = "flow " + id + " " + work.step() + " " + work.attempt();
    ExecutionId childId = child(key, flow.orElseThrow(), parent, depth);
    String name = child.name().orElse(childId.toString());
    begin(childId, new Fact.Started(child.code(), name, child.input(), JsonObject.EMPTY));
    if (child.waits() || work.call().token().isPresent()) {
      timeOut(id, work);
    } else {
      apply(id, child.started(work, childId, time.now()));
    }
  }

  private void startItem(ExecutionId id, Command.StartChild child) {
    Run parent = run(id);
    Flow flow = parent.interpreter.flow().part(child.machine());
    Parent waiting =
        new Parent(
            id, child, ended -> new Fact.ChildEnded(child.step(), child.index(), outcome(ended)));
    String key = "item " + id + " " + child.step() + " " + child.index();
    ExecutionId childId = child(key, flow, Optional.of(waiting), parent.depth);
    Fact started =
        new Fact.Started(
            parent.execution.origin().flow(), childId.toString(), child.input(), child.context());
    schedule(() -> begin(childId, started));
  }

  /** Returns the execution that a command started, or registers a new one. */
  private ExecutionId child(String key, Flow flow, Optional<Parent> parent, int depth) {
    ExecutionId known = children.get(key);
    if (known != null) {
      return known;
    }
    ExecutionId id = register(flow, parent, depth);
    children.put(key, id);
    return id;
  }

  /** Starts a child unless it has started; if it has ended, reports its end again. */
  private void begin(ExecutionId id, Fact started) {
    Run child = run(id);
    if (child.execution.status() == Status.PENDING) {
      apply(id, started);
    } else if (child.execution.status().isTerminal()) {
      ended(child);
    }
  }

  private static Outcome outcome(Execution ended) {
    return ended
        .output()
        .<Outcome>map(Outcome.Succeeded::new)
        .orElseGet(() -> new Outcome.Failed(ended.failure().orElseThrow()));
  }

  /** Cancels the executions that were started for a step. */
  private void cancelChildren(ExecutionId id, StepId step) {
    for (Map.Entry<ExecutionId, Run> child : List.copyOf(runs.entrySet())) {
      boolean wanted =
          child
              .getValue()
              .parent
              .filter(p -> p.id().equals(id) && p.command().step().equals(step))
              .isEmpty();
      if (!wanted) {
        cancelChild(child.getKey(), child.getValue());
      }
    }
  }

  private void cancelChild(ExecutionId id, Run child) {
    if (!child.execution.status().isTerminal()) {
      schedule(
          () ->
              apply(id, new Fact.Cancelled("the parent no longer waits for this execution", true)));
    }
  }

  private void ended(Run run) {
    run.parent.ifPresent(
        parent -> schedule(() -> apply(parent.id(), parent.fact().apply(run.execution))));
  }

  private void schedule(Runnable work) {
    at(time.now(), work);
  }

  private void at(Instant when, Runnable work) {
    agenda.add(when, work);
  }
}
