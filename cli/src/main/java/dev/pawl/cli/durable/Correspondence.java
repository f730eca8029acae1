package dev.pawl.cli.durable;

import dev.pawl.cli.run.Mocks;
import dev.pawl.cli.run.Rehearsal;
import dev.pawl.cli.run.Scenario;
import dev.pawl.cli.run.StepLog;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Message;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.store.Mail;
import dev.pawl.postgres.Pawl;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The events, decisions and answers by token that a scenario tells of, as letters. Each has a key
 * that follows from what it says and to which step: however often the program starts, it is sent
 * once.
 */
final class Correspondence {

  private final Pawl pawl;
  private final Scenario scenario;
  private final Set<String> sent = new HashSet<>();
  private final Map<Desk, Integer> turns = new LinkedHashMap<>();
  private final Map<String, Integer> visits = new HashMap<>();

  /** A Human step. */
  private record Desk(ExecutionId execution, String step) {

    static Desk of(StepLog.Entry entry) {
      return new Desk(entry.execution(), entry.step().id().toString());
    }
  }

  Correspondence(Pawl pawl, Scenario scenario) {
    this.pawl = pawl;
    this.scenario = scenario;
  }

  /** Sends all events, which are kept until a state waits for them. */
  void sendEvents(ExecutionId main) {
    Map<Fact.EventArrived, Integer> same = new HashMap<>();
    for (Fact.EventArrived event : scenario.events()) {
      int number = same.merge(event, 1, Integer::sum);
      send(main, event, "event " + number + " " + event.name() + " " + event.payload());
    }
  }

  /** Takes note of a Human step: the n-th visit to a state gets the n-th decision for it. */
  void note(StepLog.Entry entry) {
    if (entry.isHuman()) {
      turns.computeIfAbsent(
          Desk.of(entry), desk -> visits.merge(entry.step().place().state(), 1, Integer::sum) - 1);
    }
  }

  /** Decides what can be decided; true if that was news. */
  boolean decide(StepLog log) {
    boolean news = false;
    for (StepLog.Entry entry : log.open()) {
      if (entry.isHuman() && entry.step().status() == StepStatus.RUNNING) {
        int turn = turns.getOrDefault(Desk.of(entry), 0);
        Optional<Fact.HumanActed.Action.Completed> decision =
            scenario.decisions().turn(entry.step().place().state(), turn);
        news |= decision.isPresent() && decide(entry, decision.get());
      }
    }
    return news;
  }

  private boolean decide(StepLog.Entry entry, Fact.HumanActed.Action.Completed decision) {
    Fact fact = new Fact.HumanActed(entry.step().id(), Rehearsal.DECIDER, decision);
    return send(entry.execution(), fact, "decision " + entry.step().id());
  }

  /** Sends the answers that come by token; true if that was news. */
  boolean answer(Mocks mocks) {
    boolean news = false;
    Optional<Mocks.Returned> next = mocks.nextReturned();
    while (next.isPresent()) {
      news |= answer(TaskToken.parse(next.get().token()), next.get().answer());
      next = mocks.nextReturned();
    }
    return news;
  }

  private boolean answer(TaskToken token, Json answer) {
    Fact fact =
        new Fact.TaskSucceeded(token.step(), token.attempt(), answer, Calls.timing(Instant.now()));
    return send(token.execution(), fact, "answer " + token.step() + " " + token.attempt());
  }

  private boolean send(ExecutionId to, Fact fact, String key) {
    if (!sent.add(to + " " + key)) {
      return false;
    }
    Mail.Delivery delivery =
        pawl.store()
            .mail()
            .send(pawl.key(to), new Message.Tell(fact).toBytes(), Optional.of(digested(key)));
    return delivery == Mail.Delivery.ACCEPTED;
  }

  /** Events may be long, keys may not. */
  private static String digested(String key) {
    return "pawl run " + Identity.digest(key);
  }
}
