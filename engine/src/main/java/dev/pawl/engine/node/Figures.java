package dev.pawl.engine.node;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Written;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What a node has written since its process began, for those who watch it. */
public final class Figures {

  private final LongAdder commits = new LongAdder();
  private final LongAdder facts = new LongAdder();
  private final LongAdder started = new LongAdder();
  private final LongAdder offered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AtomicLong turnedAway = new AtomicLong();
  private final Map<Status, LongAdder> ended = new EnumMap<>(Status.class);

  Figures() {
    for (Status status : Status.values()) {
      if (status.isTerminal()) {
        ended.put(status, new LongAdder());
      }
    }
  }

  /** The same, counted when it is known what came of it. */
  Consumer<Written> counting(Commit commit, Consumer<Written> told) {
    return result -> {
      count(commit, result);
      told.accept(result);
    };
  }

  private void count(Commit commit, Written result) {
    switch (result) {
      case Written.Done done -> countDurable(commit);
      case Written.Queued queued -> countDurable(commit);
      case Written.NotParked unread -> countDurable(commit);
      case Written.Duplicate same -> {}
      case Written.Rejected beyondLimit -> {}
      case Written.Refused no -> refused.increment();
    }
  }

  private void countDurable(Commit commit) {
    commits.increment();
    facts.add(commit.facts().size());
    offered.add(commit.outgoing().offering().made().size());
    if (commit.card().tags().origin().test().isPresent()) {
      return;
    }
    started.add((commit.birth() ? 1 : 0) + commit.outgoing().children().size());
    if (commit.fate() instanceof Fate.Ended end) {
      LongAdder number = ended.get(end.status());
      if (number != null) {
        number.increment();
      }
    }
  }

  public long commits() {
    return commits.sum();
  }

  public long facts() {
    return facts.sum();
  }

  public long started() {
    return started.sum();
  }

  /** Pieces of work that were written down for those outside; short work often is not. */
  public long offered() {
    return offered.sum();
  }

  /** Commits that the store did not take. */
  public long refused() {
    return refused.sum();
  }

  /** How many there are by now. */
  long countTurnedAway() {
    return turnedAway.incrementAndGet();
  }

  /** Starts that were refused since too much waited to be written. */
  public long turnedAway() {
    return turnedAway.get();
  }

  /** Executions that ended on this node, by the way they did. */
  public Map<Status, Long> ended() {
    Map<Status, Long> numbers = new EnumMap<>(Status.class);
    ended.forEach((status, number) -> numbers.put(status, number.sum()));
    return numbers;
  }
}
