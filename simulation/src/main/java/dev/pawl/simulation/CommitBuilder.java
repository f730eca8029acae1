package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the commits of the executions of one simulated world; the seed makes the free choices. */
final class CommitBuilder {

  private final SeededRandom dice;
  private final SimulatedWorld.Memory memory;

  CommitBuilder(long seed, SimulatedWorld.Memory memory) {
    this.dice = new SeededRandom(SeededRandom.hash(seed, "commits"));
    this.memory = memory;
  }

  ExecutionMetadata info(ExecutionKey key, Optional<ExecutionMetadata.Parent> parent) {
    String name = key.id().toString();
    return new ExecutionMetadata(
        key,
        new VersionKey(TenantId.DEFAULT, "flow " + dice.below(3), dice.between(1, 3)),
        parent.map(item -> "item of " + item.step()),
        parent,
        0,
        new ExecutionMetadata.StartAttributes(
            dice.any(Priority.values()),
            dice.percent(30) ? Optional.of("order " + dice.below(9)) : Optional.empty(),
            dice.percent(20) ? Map.of("colour", "red", "size", "1") : Map.of(),
            dice.percent(20) ? Optional.of(name) : Optional.empty(),
            dice.percent(10) ? Optional.of(new ExecutionId(key.id().value())) : Optional.empty()));
  }

  /**
   * Builds the commit of a fact.
   *
   * @param parent the parent to notify if this commit ends the execution
   */
  Commit of(
      StoredRun stored,
      RecordedFact recorded,
      AdvanceResult advanced,
      Optional<Commit.SentMessage> parent) {
    Execution execution = advanced.execution();
    JournalEntry entry =
        new JournalEntry(recorded.seq(), recorded.at(), FactBytes.write(recorded.fact()));
    Disposition disposition = disposition(execution, stored.reading, recorded.at());
    return new Commit(
        stored.info,
        recorded.seq() == 1,
        List.of(entry),
        stored.reading,
        new Commit.Outgoing(List.of(), parent.stream().toList(), List.of()),
        disposition);
  }

  private Disposition disposition(Execution execution, int messages, Instant at) {
    if (execution.status().isTerminal()) {
      Instant startedAt = execution.origin().startedAt();
      return new Disposition.End(execution.status(), startedAt, at, execution.failure());
    }
    if (dice.percent(50) && canPark(execution)) {
      return parks(execution, messages, at);
    }
    return dice.percent(4) ? Release.RELEASE : Continue.CONTINUE;
  }

  /** Returns true if no call is in progress on the node, except those that complete by message. */
  private boolean canPark(Execution execution) {
    return OutstandingCommands.evenIfPaused(execution).stream().allMatch(this::leavesItsNode);
  }

  private boolean leavesItsNode(Command command) {
    return switch (command) {
      case Command.RunTask task ->
          task.call().token().isPresent() && memory == SimulatedWorld.Memory.SURVIVES;
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

  /**
   * Returns a park disposition. The timers of simulated executions are long due for a store that
   * uses the system clock.
   */
  private Disposition parks(Execution execution, int messages, Instant at) {
    List<Instant> timers = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    List<Awaited> awaited = new ArrayList<>();
    for (Command command : OutstandingCommands.evenIfPaused(execution)) {
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
    return new Disposition.Park(
        messages,
        timers.stream().min(Comparator.naturalOrder()),
        new Disposition.WaitsFor(kinds, execution.isPaused(), Optional.empty()),
        awaited);
  }

  /** Returns a snapshot now and then, sometimes an unreadable one. */
  Optional<ClaimedExecution.Snapshot> snapshot(SimulatedExecution life, AdvanceResult advanced) {
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
    return Optional.of(
        new ClaimedExecution.Snapshot(execution.seq(), Instant.EPOCH, format, bytes));
  }
}
