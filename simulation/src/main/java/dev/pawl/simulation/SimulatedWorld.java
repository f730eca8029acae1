package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.model.Flow;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;

/**
 * Runs one scenario on virtual time: delivers due messages, advances the engine, stores the facts,
 * passes commands to the simulated ports, and starts a new incarnation after a crash.
 */
final class SimulatedWorld {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Far more facts than any scenario needs. */
  private static final int MAX_FACTS = 5_000;

  /** What happens to running calls when the engine dies. */
  enum Memory {
    /** The handler keeps running and answers the next incarnation. */
    SURVIVES,
    /** The answer is lost and the call is made again. */
    DIES_WITH_THE_ENGINE
  }

  private final Scenario scenario;
  private final Memory memory;
  private final EngineUnderTest core;
  private final Flow flow;
  private final ExecutionChecks checks;
  private final SimulatedPorts outside;
  private final UnrequestedActions operators;
  private final Map<ExecutionId, SimulatedExecution> executions = new LinkedHashMap<>();
  private final PriorityQueue<SimulatedMessage> messages = new PriorityQueue<>();
  private final FactStorage keeping;
  private Instant now = START;
  private int factCount;

  SimulatedWorld(
      Scenario scenario,
      Memory memory,
      Flow flow,
      EngineUnderTest core,
      ExecutionChecks checks,
      FactStorage keeping) {
    this.scenario = scenario;
    this.memory = memory;
    this.flow = flow;
    this.core = core;
    this.checks = checks;
    this.outside = new SimulatedPorts(scenario.seed());
    this.operators = new UnrequestedActions();
    this.keeping = keeping;
  }

  /** Runs the scenario and returns all executions, the root first. */
  List<SimulatedExecution> run() {
    SimulatedExecution root = start(scenario.id(), new Interpreter(flow), Optional.empty());
    Fact started = new Fact.Started("flow", "run", scenario.input(), JsonObject.EMPTY);
    messages.add(message(now, "start", root.id, new SimulatedMessage.FirstFact(started)));
    int number = 0;
    for (Scenario.WorldAction action : scenario.actions()) {
      String key = "happening " + number++;
      Instant at = START.plusMillis(1 + action.millis());
      messages.add(message(at, key, root.id, new SimulatedMessage.ActionDue(action)));
    }
    deliverAll();
    // Resumes an execution that is still paused, so that all held-back work ends.
    for (int i = 0; i < 3 && root.execution.isPaused(); i++) {
      send(now, "resume " + i, root.id, new Fact.Resumed());
      deliverAll();
    }
    executions.values().forEach(life -> life.checks.forEach(check -> check.atRest(life.execution)));
    keeping.atRest(executions());
    return executions();
  }

  List<SimulatedExecution> executions() {
    return List.copyOf(executions.values());
  }

  private void deliverAll() {
    while (!messages.isEmpty()) {
      SimulatedMessage message = messages.poll();
      if (message.at().isAfter(now)) {
        now = message.at();
      }
      SimulatedExecution life = execution(message.to());
      if (keeping.isStrict() && life.execution.status().isTerminal()) {
        continue;
      }
      fact(life, message.content())
          .ifPresent(
              fact -> {
                keeping.receive(life, message, fact).ifPresent(woken -> continueWith(life, woken));
                apply(life, message, fact);
              });
    }
  }

  private Optional<Fact> fact(SimulatedExecution life, SimulatedMessage.Content content) {
    return switch (content) {
      case SimulatedMessage.FirstFact begun -> Optional.of(begun.fact());
      case SimulatedMessage.InboxFact message -> Optional.of(message.fact());
      case SimulatedMessage.ChildEnd child -> Optional.of(child.fact());
      case SimulatedMessage.HandlerResult answer -> Optional.of(answer.fact());
      // A new incarnation would not set a timer that is no longer needed.
      case SimulatedMessage.TimerFact rang ->
          core.outstanding(life.execution).stream()
                  .anyMatch(command -> CommandKey.of(command).equals(rang.timer()))
              ? Optional.of(rang.fact())
              : Optional.empty();
      case SimulatedMessage.ActionDue happens -> operators.fact(life, happens.action());
    };
  }

  private void apply(SimulatedExecution life, SimulatedMessage message, Fact fact) {
    if (++factCount > MAX_FACTS) {
      throw new Violation("every execution ends or waits", factCount + " facts and no end");
    }
    Execution before = life.execution;
    RecordedFact recorded = new RecordedFact(before.seq() + 1, now, fact);
    AdvanceResult advanced = core.advance(life.interpreter, before, recorded);
    FactStorage.WriteResult kept = keeping.write(life, recorded, advanced);
    if (kept.isDurable()) {
      life.execution = advanced.execution();
      life.observe(before, recorded, advanced);
    } else {
      messages.add(message);
    }
    if (kept.isDurable() && !kept.isSilent()) {
      effective(advanced.commands()).forEach(command -> issue(life, command));
    }
    if (!kept.lost().isEmpty()) {
      recover(kept.lost());
    }
  }

  /** Drops commands that are cancelled by the same fact. */
  private static List<Command> effective(List<Command> commands) {
    List<Command> wanted = new ArrayList<>();
    for (Command command : commands) {
      if (command instanceof Command.Abandon abandon) {
        wanted.removeIf(c -> c instanceof Command.OfStep s && s.step().equals(abandon.step()));
      }
      wanted.add(command);
    }
    return wanted;
  }

  /** Drops the in-memory state and timers of the lost executions and restores them. */
  private void recover(Set<SimulatedExecution> lost) {
    messages.removeIf(
        message ->
            message.content() instanceof SimulatedMessage.TimerFact
                && lost.contains(execution(message.to())));
    if (memory == Memory.DIES_WITH_THE_ENGINE) {
      dropRunningCalls(lost);
    }
    for (SimulatedExecution life : List.copyOf(executions.values())) {
      if (lost.contains(life)) {
        continueWith(life, keeping.recover(life));
      }
    }
  }

  /** Continues an execution in a new incarnation. */
  private void continueWith(SimulatedExecution life, Execution recovered) {
    if (!recovered.equals(life.execution)) {
      throw new Violation(
          "the journal gives the execution again",
          TextDifference.between(life.execution, recovered));
    }
    life.execution = recovered;
    List<Command> issued = core.outstanding(recovered);
    life.checks.forEach(check -> check.recovered(recovered, issued));
    issued.forEach(command -> issue(life, command));
    if (recovered.status().isTerminal()) {
      // The write that ends a child also notifies its parent.
      ended(life);
    }
  }

  /** Drops the running calls of the lost executions; the next incarnation makes them again. */
  private void dropRunningCalls(Set<SimulatedExecution> lost) {
    messages.removeIf(
        message -> {
          if (message.content() instanceof SimulatedMessage.HandlerResult returned
              && lost.contains(execution(message.to()))) {
            execution(message.to()).asked.remove(returned.call());
            return true;
          }
          return false;
        });
  }

  private void issue(SimulatedExecution life, Command command) {
    switch (command) {
      case Command.SetTimer timer -> {
        CommandKey key = CommandKey.of(timer);
        SimulatedMessage.TimerFact rang =
            new SimulatedMessage.TimerFact(key, new Fact.TimerFired(timer.step(), timer.attempt()));
        SimulatedMessage message = message(timer.at(), key.toString(), life.id, rang);
        if (!messages.contains(message)) {
          messages.add(message);
        }
      }
      case Command.StartChild child -> start(life, child);
      case Command.Finish finish -> ended(life);
      case Command.RunTask task -> ask(life, command);
      case Command.ReadItems read -> ask(life, command);
      case Command.WriteResults write -> ask(life, command);
      case Command.OpenHumanTask human -> ask(life, command);
      case Command.AwaitEvent event -> {}
      case Command.Abandon abandon -> {}
    }
  }

  /** Passes a command to the ports, once per command key. */
  private void ask(SimulatedExecution life, Command command) {
    CommandKey key = CommandKey.of(command);
    if (life.asked.add(key)) {
      int number = 0;
      for (SimulatedPorts.PortAnswer answer : outside.answers(life.history, command, now)) {
        SimulatedMessage.Content content =
            key.isWork()
                ? new SimulatedMessage.HandlerResult(key, answer.fact())
                : new SimulatedMessage.InboxFact(answer.fact());
        String name = "answer " + key + " " + number++;
        messages.add(message(now.plus(answer.delay()), name, life.id, content));
      }
    }
  }

  private void start(SimulatedExecution parent, Command.StartChild command) {
    UUID uuid = new UUID(parent.id.value().getMostSignificantBits(), childNumber(parent, command));
    ExecutionId id = new ExecutionId(uuid);
    SimulatedExecution known = executions.get(id);
    if (known == null) {
      Flow inner = flow.part(command.machine());
      SimulatedExecution.Parent waiting = new SimulatedExecution.Parent(parent.id, command);
      start(id, new Interpreter(inner), Optional.of(waiting));
      Fact started = new Fact.Started("flow", "item", command.input(), command.context());
      Instant at = now.plus(outside.delay("start " + id));
      messages.add(message(at, "start", id, new SimulatedMessage.FirstFact(started)));
    } else if (known.execution.status().isTerminal()) {
      ended(known);
    }
  }

  private static long childNumber(SimulatedExecution parent, Command.StartChild command) {
    String place = parent.id + " " + command.step() + " " + command.index();
    return SeededRandom.hash(7, place);
  }

  /** Notifies the parent, once. */
  private void ended(SimulatedExecution life) {
    if (life.parent.isEmpty()
        || !life.asked.add(
            CommandKey.of(
                new Command.Finish(Status.SUCCEEDED, Optional.empty(), Optional.empty())))) {
      return;
    }
    SimulatedExecution.Parent parent = life.parent.get();
    String key = "ended " + life.id;
    SimulatedMessage.Content content =
        new SimulatedMessage.ChildEnd(parent.endFact(life.execution));
    messages.add(
        keeping.isStrict()
            ? new SimulatedMessage(now, Long.MIN_VALUE, key, parent.id(), content)
            : message(now.plus(outside.delay(key)), key, parent.id(), content));
  }

  private SimulatedExecution start(
      ExecutionId id, Interpreter interpreter, Optional<SimulatedExecution.Parent> parent) {
    SimulatedExecution life =
        new SimulatedExecution(id, interpreter, parent, checks.of(id, scenario));
    executions.put(id, life);
    return life;
  }

  private SimulatedExecution execution(ExecutionId id) {
    SimulatedExecution life = executions.get(id);
    if (life == null) {
      throw new IllegalStateException("there is no execution " + id);
    }
    return life;
  }

  private void send(Instant at, String key, ExecutionId to, Fact fact) {
    messages.add(message(at, key, to, new SimulatedMessage.InboxFact(fact)));
  }

  private SimulatedMessage message(
      Instant at, String key, ExecutionId to, SimulatedMessage.Content content) {
    Instant due = at.isBefore(now) ? now : at;
    return new SimulatedMessage(
        due, SeededRandom.hash(scenario.seed(), key + to), key, to, content);
  }
}
