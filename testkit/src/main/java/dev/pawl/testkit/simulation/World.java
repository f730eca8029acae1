package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
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
 * Runs one scenario on virtual time: delivers what is due, lets the engine advance, has it kept,
 * hands the engine's commands to the outside, and begins a new incarnation where one was lost.
 */
final class World {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Many times what any scenario needs. */
  private static final int MOST_FACTS = 5_000;

  /** What becomes of calls under way when the engine dies. */
  enum Memory {
    /** The handler works on and answers the next incarnation, as if nothing had happened. */
    SURVIVES,
    /** The answer is lost and the call made again. */
    DIES_WITH_THE_ENGINE
  }

  private final Scenario scenario;
  private final Memory memory;
  private final Core core;
  private final Flow flow;
  private final Checks checks;
  private final Outside outside;
  private final Operators operators;
  private final Map<ExecutionId, Life> lives = new LinkedHashMap<>();
  private final PriorityQueue<Letter> letters = new PriorityQueue<>();
  private final Keeping keeping;
  private Instant now = START;
  private int told;

  World(Scenario scenario, Memory memory, Flow flow, Core core, Checks checks, Keeping keeping) {
    this.scenario = scenario;
    this.memory = memory;
    this.flow = flow;
    this.core = core;
    this.checks = checks;
    this.outside = new Outside(scenario.seed());
    this.operators = new Operators();
    this.keeping = keeping;
  }

  /** All executions as they are when nothing more happens, the flow's own first. */
  List<Life> run() {
    Life root = born(scenario.id(), new Interpreter(flow), Optional.empty());
    Fact started = new Fact.Started("flow", "run", scenario.input(), JsonObject.EMPTY);
    letters.add(letter(now, "start", root.id, new Letter.Begun(started)));
    int number = 0;
    for (Scenario.Happening happening : scenario.happenings()) {
      String key = "happening " + number++;
      Instant at = START.plusMillis(1 + happening.millis());
      letters.add(letter(at, key, root.id, new Letter.Happens(happening)));
    }
    deliverAll();
    // Whoever paused it goes home at last, and what was held back must come to its end.
    for (int i = 0; i < 3 && root.execution.isPaused(); i++) {
      send(now, "resume " + i, root.id, new Fact.Resumed());
      deliverAll();
    }
    lives.values().forEach(life -> life.checks.forEach(check -> check.atRest(life.execution)));
    keeping.atRest(lives());
    return lives();
  }

  List<Life> lives() {
    return List.copyOf(lives.values());
  }

  private void deliverAll() {
    while (!letters.isEmpty()) {
      Letter letter = letters.poll();
      if (letter.at().isAfter(now)) {
        now = letter.at();
      }
      Life life = life(letter.to());
      if (keeping.isStrict() && life.execution.status().isTerminal()) {
        continue;
      }
      fact(life, letter.content())
          .ifPresent(
              fact -> {
                keeping.receive(life, letter, fact).ifPresent(woken -> goOn(life, woken));
                tell(life, letter, fact);
              });
    }
  }

  private Optional<Fact> fact(Life life, Letter.Content content) {
    return switch (content) {
      case Letter.Begun begun -> Optional.of(begun.fact());
      case Letter.Told message -> Optional.of(message.fact());
      case Letter.Ended child -> Optional.of(child.fact());
      case Letter.Returned answer -> Optional.of(answer.fact());
      // A timer that is not wanted any more would not be set again by another incarnation.
      case Letter.Rang rang ->
          core.outstanding(life.execution).stream()
                  .anyMatch(command -> CommandKey.of(command).equals(rang.timer()))
              ? Optional.of(rang.fact())
              : Optional.empty();
      case Letter.Happens happens -> operators.fact(life, happens.happening());
    };
  }

  private void tell(Life life, Letter letter, Fact fact) {
    if (++told > MOST_FACTS) {
      throw new Violation("every execution comes to rest", told + " facts and no end");
    }
    Execution before = life.execution;
    Recorded recorded = new Recorded(before.seq() + 1, now, fact);
    Advanced advanced = core.advance(life.interpreter, before, recorded);
    Keeping.Kept kept = keeping.write(life, recorded, advanced);
    if (kept.isDurable()) {
      life.execution = advanced.execution();
      life.observe(before, recorded, advanced);
    } else {
      letters.add(letter);
    }
    if (kept.isDurable() && !kept.isSilent()) {
      wanted(advanced.commands()).forEach(command -> issue(life, command));
    }
    if (!kept.lost().isEmpty()) {
      recover(kept.lost());
    }
  }

  /** Nobody is asked for what is called back in the same breath. */
  private static List<Command> wanted(List<Command> commands) {
    List<Command> wanted = new ArrayList<>();
    for (Command command : commands) {
      if (command instanceof Command.Abandon abandon) {
        wanted.removeIf(c -> c instanceof Command.OfStep s && s.step().equals(abandon.step()));
      }
      wanted.add(command);
    }
    return wanted;
  }

  /** What the engine had in memory of these is gone, and its timers too: it finds them again. */
  private void recover(Set<Life> lost) {
    letters.removeIf(
        letter -> letter.content() instanceof Letter.Rang && lost.contains(life(letter.to())));
    if (memory == Memory.DIES_WITH_THE_ENGINE) {
      forgetCalls(lost);
    }
    for (Life life : List.copyOf(lives.values())) {
      if (lost.contains(life)) {
        goOn(life, keeping.recover(life));
      }
    }
  }

  /** A new incarnation takes an execution over. */
  private void goOn(Life life, Execution recovered) {
    if (!recovered.equals(life.execution)) {
      throw new Violation(
          "the journal gives the execution again", Difference.between(life.execution, recovered));
    }
    life.execution = recovered;
    List<Command> issued = core.outstanding(recovered);
    life.checks.forEach(check -> check.recovered(recovered, issued));
    issued.forEach(command -> issue(life, command));
    if (recovered.status().isTerminal()) {
      // That a child has ended is told in the write that ends it.
      ended(life);
    }
  }

  /** Calls under way end with the engine that made them; the next one makes them again. */
  private void forgetCalls(Set<Life> lost) {
    letters.removeIf(
        letter -> {
          if (letter.content() instanceof Letter.Returned returned
              && lost.contains(life(letter.to()))) {
            life(letter.to()).asked.remove(returned.call());
            return true;
          }
          return false;
        });
  }

  private void issue(Life life, Command command) {
    switch (command) {
      case Command.SetTimer timer -> {
        CommandKey key = CommandKey.of(timer);
        Letter.Rang rang = new Letter.Rang(key, new Fact.TimerFired(timer.step(), timer.attempt()));
        Letter letter = letter(timer.at(), key.toString(), life.id, rang);
        if (!letters.contains(letter)) {
          letters.add(letter);
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

  /** Whoever is asked again knows that he was asked before, and answers once. */
  private void ask(Life life, Command command) {
    CommandKey key = CommandKey.of(command);
    if (life.asked.add(key)) {
      int number = 0;
      for (Outside.Answer answer : outside.answers(life.history, command, now)) {
        Letter.Content content =
            key.isWork() ? new Letter.Returned(key, answer.fact()) : new Letter.Told(answer.fact());
        String name = "answer " + key + " " + number++;
        letters.add(letter(now.plus(answer.delay()), name, life.id, content));
      }
    }
  }

  private void start(Life parent, Command.StartChild command) {
    UUID uuid = new UUID(parent.id.value().getMostSignificantBits(), childNumber(parent, command));
    ExecutionId id = new ExecutionId(uuid);
    Life known = lives.get(id);
    if (known == null) {
      Flow inner = new Flow(flow.document(), command.machine(), Optional.empty());
      Life.Parent waiting = new Life.Parent(parent.id, command);
      born(id, new Interpreter(inner), Optional.of(waiting));
      Fact started = new Fact.Started("flow", "item", command.input(), command.context());
      Instant at = now.plus(outside.delay("start " + id));
      letters.add(letter(at, "start", id, new Letter.Begun(started)));
    } else if (known.execution.status().isTerminal()) {
      ended(known);
    }
  }

  private static long childNumber(Life parent, Command.StartChild command) {
    String place = parent.id + " " + command.step() + " " + command.index();
    return Dice.hash(7, place);
  }

  /** Tells the parent, once. */
  private void ended(Life life) {
    if (life.parent.isEmpty()
        || !life.asked.add(
            CommandKey.of(
                new Command.Finish(Status.SUCCEEDED, Optional.empty(), Optional.empty())))) {
      return;
    }
    Life.Parent parent = life.parent.get();
    String key = "ended " + life.id;
    Letter.Content content = new Letter.Ended(parent.told(life.execution));
    letters.add(
        keeping.isStrict()
            ? new Letter(now, Long.MIN_VALUE, key, parent.id(), content)
            : letter(now.plus(outside.delay(key)), key, parent.id(), content));
  }

  private Life born(ExecutionId id, Interpreter interpreter, Optional<Life.Parent> parent) {
    Life life = new Life(id, interpreter, parent, checks.of(id, scenario));
    lives.put(id, life);
    return life;
  }

  private Life life(ExecutionId id) {
    Life life = lives.get(id);
    if (life == null) {
      throw new IllegalStateException("there is no execution " + id);
    }
    return life;
  }

  private void send(Instant at, String key, ExecutionId to, Fact fact) {
    letters.add(letter(at, key, to, new Letter.Told(fact)));
  }

  private Letter letter(Instant at, String key, ExecutionId to, Letter.Content content) {
    Instant due = at.isBefore(now) ? now : at;
    return new Letter(due, Dice.hash(scenario.seed(), key + to), key, to, content);
  }
}
