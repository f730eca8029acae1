package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is written of the executions of one world; what is left open, the seed decides. */
final class Commits {

  private final Dice dice;
  private final World.Memory memory;

  Commits(long seed, World.Memory memory) {
    this.dice = new Dice(Dice.hash(seed, "commits"));
    this.memory = memory;
  }

  Card card(ExecutionKey key, Optional<Card.Parent> parent) {
    String name = key.id().toString();
    return new Card(
        key,
        new VersionKey(TenantId.DEFAULT, "flow " + dice.below(3), dice.between(1, 3)),
        parent.map(item -> "item of " + item.step()),
        parent,
        0,
        new Card.Tags(
            dice.any(Priority.values()),
            dice.percent(30) ? Optional.of("order " + dice.below(9)) : Optional.empty(),
            dice.percent(20) ? Map.of("colour", "red", "size", "1") : Map.of(),
            dice.percent(20) ? Optional.of(name) : Optional.empty(),
            dice.percent(10) ? Optional.of(new ExecutionId(key.id().value())) : Optional.empty()));
  }

  /**
   * @param parent who is told of the end, with this commit if that is the last one
   */
  Commit of(Stored stored, Recorded recorded, Advanced advanced, Optional<Commit.Sent> parent) {
    Execution execution = advanced.execution();
    Entry entry = new Entry(recorded.seq(), recorded.at(), FactBytes.write(recorded.fact()));
    Fate fate = fate(execution, stored.reading, recorded.at());
    return new Commit(
        stored.card,
        recorded.seq() == 1,
        List.of(entry),
        stored.reading,
        new Commit.Outgoing(List.of(), parent.stream().toList(), List.of()),
        fate);
  }

  private Fate fate(Execution execution, int letters, Instant at) {
    if (execution.status().isTerminal()) {
      Instant startedAt = execution.origin().startedAt();
      return new Fate.Ended(execution.status(), startedAt, at, execution.failure());
    }
    if (dice.percent(50) && canPark(execution)) {
      return parks(execution, letters, at);
    }
    return dice.percent(4) ? Fate.HandedBack.HANDED_BACK : Fate.GoesOn.GOES_ON;
  }

  /** Calls that are under way keep an execution in memory, unless their answers come by letter. */
  private boolean canPark(Execution execution) {
    return Outstanding.evenIfPaused(execution).stream().allMatch(this::leavesItsNode);
  }

  private boolean leavesItsNode(Command command) {
    return switch (command) {
      case Command.RunTask task ->
          task.call().token().isPresent() && memory == World.Memory.SURVIVES;
      case Command.ReadItems read -> false;
      case Command.WriteResults write -> false;
      case Command.StartChild child -> true;
      case Command.SetTimer timer -> true;
      case Command.AwaitEvent event -> true;
      case Command.OpenHumanTask human -> true;
      case Command.Abandon abandon -> true;
      case Command.Finish finish -> true;
    };
  }

  /** The timers of simulated executions were due long ago, for a store that goes by the clock. */
  private Fate parks(Execution execution, int letters, Instant at) {
    List<Instant> timers = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    List<Awaited> awaited = new ArrayList<>();
    for (Command command : Outstanding.evenIfPaused(execution)) {
      kinds.add(CommandKey.of(command).kind().toString());
      if (command instanceof Command.SetTimer timer) {
        timers.add(timer.at());
      } else if (command instanceof Command.RunTask task) {
        awaited.add(
            new Awaited(
                task.step(),
                task.attempt(),
                false,
                task.call().timeout().map(at::plus),
                task.call().heartbeat().map(at::plus)));
      }
    }
    return new Fate.Parks(
        letters,
        timers.stream().min(Comparator.naturalOrder()),
        new Fate.WaitsFor(kinds, execution.isPaused(), Optional.empty()),
        awaited);
  }

  /** Now and then one, and now and then one that cannot be read. */
  Optional<Claimed.Snapshot> snapshot(Life life, Advanced advanced) {
    Execution execution = advanced.execution();
    if (!dice.percent(25) || execution.status().isTerminal()) {
      return Optional.empty();
    }
    byte[] bytes = Snapshots.write(execution, life.interpreter.flow());
    int format = Snapshots.format();
    switch (dice.below(10)) {
      case 0 -> bytes[dice.below(bytes.length)] ^= (byte) dice.between(1, 255);
      case 1 -> bytes = List.of(new byte[0], new byte[] {1, 2, 3}).get(dice.below(2));
      case 2 -> format++;
      default -> {}
    }
    return Optional.of(new Claimed.Snapshot(execution.seq(), Instant.EPOCH, format, bytes));
  }
}
