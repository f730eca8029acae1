package dev.pawl.cli.durable;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.RunScenario;
import dev.pawl.cli.run.ScriptedRun;
import dev.pawl.cli.run.StepLog;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.postgres.PostgresNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sends the events and decisions of a scenario. Each is accepted once, even if the program
 * restarts.
 */
final class ScriptedInputs {

  private final PostgresNode node;
  private final RunScenario scenario;
  private final Set<HumanStep> sent = new HashSet<>();
  private final Map<HumanStep, Integer> turns = new HashMap<>();
  private final Map<String, Integer> visits = new HashMap<>();

  /** Identifies a Human step. */
  private record HumanStep(ExecutionId execution, StepId step) {

    static HumanStep of(StepLog.Entry entry) {
      return new HumanStep(entry.execution(), entry.step().id());
    }
  }

  ScriptedInputs(PostgresNode node, RunScenario scenario) {
    this.node = node;
    this.scenario = scenario;
  }

  /** Sends all events; the execution keeps them until a state waits for them. */
  void sendEvents(ExecutionId main) {
    Map<Fact.EventArrived, Integer> same = new HashMap<>();
    for (Fact.EventArrived event : scenario.events()) {
      int number = same.merge(event, 1, Integer::sum);
      // A digest, because events may exceed the length of a key.
      String digest =
          RunIdentity.digest("event " + number + " " + event.name() + " " + event.payload());
      checked(
          "--event " + event.name(),
          () ->
              node.control()
                  .signal(
                      node.key(main),
                      event.name(),
                      event.payload(),
                      Optional.of("pawl run " + digest)));
    }
  }

  /** Counts a Human step: the n-th visit to a state gets the n-th decision for that state. */
  void countVisit(StepLog.Entry entry) {
    if (entry.isHuman()) {
      turns.computeIfAbsent(
          HumanStep.of(entry),
          step -> visits.merge(entry.step().place().state(), 1, Integer::sum) - 1);
    }
  }

  /** Sends the decisions for open Human steps; returns true if one was new. */
  boolean decide(StepLog log) {
    boolean isNew = false;
    for (StepLog.Entry entry : log.open()) {
      if (entry.isHuman() && entry.step().status() == StepStatus.RUNNING) {
        String state = entry.step().place().state();
        HumanStep step = HumanStep.of(entry);
        Optional<Fact.HumanActed.Action.Completed> decision =
            scenario.decisions().turn(state, turns.getOrDefault(step, 0));
        if (decision.isPresent() && sent.add(step)) {
          isNew |=
              checked(
                  "--decide " + state,
                  () ->
                      node.control()
                          .decide(
                              node.key(step.execution()),
                              step.step(),
                              ScriptedRun.DECIDER,
                              decision.get()));
        }
      }
    }
    return isNew;
  }

  private static boolean checked(String option, Supplier<MessageAcceptance> sending) {
    try {
      return sending.get() == MessageAcceptance.ACCEPTED;
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }
}
