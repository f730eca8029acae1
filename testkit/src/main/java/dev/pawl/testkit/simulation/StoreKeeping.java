package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.Message;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.snapshot.UnreadableSnapshotException;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.testkit.simulation.cluster.Ask;
import dev.pawl.testkit.simulation.cluster.Seen;
import dev.pawl.testkit.simulation.cluster.StoreFault;
import dev.pawl.testkit.simulation.cluster.Tally;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Facts go into a store, by nodes that die when they please. */
final class StoreKeeping implements Keeping {

  private static final String AS_IT_MUST = "a store does as it must";

  /** The fault is in a history that ran at the same time. */
  static final String ELSEWHERE = "a store does as it must, to others too";

  /** What all worlds on a store share. */
  record Place(Core core, Store store, Tally tally) {}

  private final Place place;
  private final Function<Ask, Ask.Answer> nodes;
  private final Commits commits;
  private final Dice dice;
  private final Supplier<ExecutionId> ids;
  private final Map<Life, Stored> stored = new LinkedHashMap<>();
  private final Map<ExecutionId, ExecutionKey> keys = new LinkedHashMap<>();

  StoreKeeping(
      Place place,
      Function<Ask, Ask.Answer> nodes,
      Supplier<ExecutionId> ids,
      long seed,
      World.Memory memory) {
    this.place = place;
    this.nodes = nodes;
    this.ids = ids;
    this.commits = new Commits(seed, memory);
    this.dice = new Dice(Dice.hash(seed, "store"));
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  private Stored stored(Life life) {
    return stored.computeIfAbsent(
        life,
        newborn -> {
          ExecutionKey key = new ExecutionKey(TenantId.DEFAULT, ids.get());
          keys.put(life.id, key);
          return new Stored(commits.card(key, life.parent.map(this::parent)));
        });
  }

  private Card.Parent parent(Life.Parent parent) {
    return new Card.Parent(
        key(parent.id()).id(), parent.command().step(), parent.command().index(), Card.Reply.ITEM);
  }

  private ExecutionKey key(ExecutionId id) {
    return Optional.ofNullable(keys.get(id)).orElseThrow();
  }

  @Override
  public Optional<Execution> receive(Life life, Letter letter, Fact fact) {
    if (letter.content() instanceof Letter.Begun) {
      return Optional.empty();
    }
    Stored row = stored(life);
    Optional<Ask.Post> post =
        row.posted.contains(letter.key()) || isPosted(letter.content(), row)
            ? Optional.of(new Ask.Post(FactBytes.write(fact), letter.key()))
            : Optional.empty();
    post.ifPresent(sent -> row.posted.add(sent.idempotencyKey()));
    Ask.Answer.Received received = receive(row, post, false);
    if (received.isLost()) {
      return Optional.empty();
    }
    Optional<Execution> woken = received.claimed().map(claimed -> load(life, row, claimed));
    read(
        row, received.unread(), post.isPresent() || letter.content() instanceof Letter.Ended, fact);
    return woken;
  }

  /** Whoever answers one that has left its node writes a letter. */
  private static boolean isPosted(Letter.Content content, Stored row) {
    return switch (content) {
      case Letter.Begun begun -> false;
      case Letter.Told told -> true;
      case Letter.Ended ended -> false;
      case Letter.Returned returned -> row.isAsleep;
      case Letter.Rang rang -> false;
      case Letter.Happens happens -> true;
    };
  }

  private Ask.Answer.Received receive(Stored row, Optional<Ask.Post> post, boolean again) {
    return (Ask.Answer.Received) ask(new Ask.Receive(row.key(), post, again));
  }

  private Ask.Answer ask(Ask ask) {
    try {
      return nodes.apply(ask);
    } catch (StoreFault e) {
      String invariant = e.isAbout(keys.values()) ? AS_IT_MUST : ELSEWHERE;
      throw new Violation(invariant, String.valueOf(e.getMessage()));
    }
  }

  /** Letters come once and in order: only the expected fact, and signs of life before it. */
  private static void read(
      Stored row, List<dev.pawl.engine.store.Letter> unread, boolean expected, Fact fact) {
    row.reading = row.read;
    boolean found = false;
    for (dev.pawl.engine.store.Letter letter : unread) {
      if (letter.number() != row.reading + 1) {
        throw new Violation("letters come in order", letter.number() + " after " + row.reading);
      }
      if (Message.read(letter.body()) instanceof Message.Tell tell) {
        if (!expected || found || !tell.fact().equals(fact)) {
          throw new Violation("a letter comes once", "not expected: " + tell.fact());
        }
        found = true;
      } else if (found) {
        return;
      }
      row.reading = letter.number();
    }
    if (expected && !found) {
      throw new Violation("what was accepted arrives", "not among the letters: " + fact);
    }
  }

  private Execution load(Life life, Stored row, Claimed claimed) {
    if (!claimed.card().equals(row.card)) {
      throw new Violation("a card stays what it was", Difference.between(row.card, claimed.card()));
    }
    if (row.isAsleep && !claimed.awaited().equals(row.awaited)) {
      throw new Violation(
          "calls that were made are known", Difference.between(row.awaited, claimed.awaited()));
    }
    row.isAsleep = false;
    Optional<Execution> snapshot = claimed.snapshot().flatMap(one -> read(life, one));
    if (claimed.snapshot().isPresent() && snapshot.isEmpty()) {
      return fold(life, Execution.unborn(life.id), place.store.executions().facts(row.key()));
    }
    return fold(life, snapshot.orElseGet(() -> Execution.unborn(life.id)), claimed.facts());
  }

  private Optional<Execution> read(Life life, Claimed.Snapshot snapshot) {
    try {
      if (snapshot.format() == Snapshots.format()) {
        Execution execution = Snapshots.read(snapshot.bytes(), life.interpreter.flow());
        place.tally.count(Seen.SNAPSHOT);
        return Optional.of(execution);
      }
    } catch (UnreadableSnapshotException e) {
      // As if there were none.
    }
    place.tally.count(Seen.UNREADABLE_SNAPSHOT);
    return Optional.empty();
  }

  private Execution fold(Life life, Execution from, List<Entry> entries) {
    return place.core.fold(
        life.interpreter, from, entries.stream().map(StoreKeeping::recorded).toList());
  }

  private static Recorded recorded(Entry entry) {
    return new Recorded(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }

  @Override
  public Kept write(Life life, Recorded recorded, Advanced advanced) {
    Stored row = stored(life);
    Execution execution = advanced.execution();
    Optional<Commit.Sent> told =
        life.parent
            .filter(parent -> execution.status().isTerminal())
            .map(
                parent ->
                    new Commit.Sent(key(parent.id()), FactBytes.write(parent.told(execution))));
    Commit commit = commits.of(row, recorded, advanced, told);
    Ask ask = new Ask.Write(commit, commits.snapshot(life, advanced), Set.copyOf(keys.values()));
    Ask.Answer.Written written = (Ask.Answer.Written) ask(ask);
    Set<Life> lost = new HashSet<>();
    stored.forEach(
        (one, its) -> {
          if (written.lost().contains(its.key())) {
            lost.add(one);
          }
        });
    if (written.isDurable()) {
      row.read = row.reading;
      row.isAsleep = written.parked();
      row.awaited = commit.fate() instanceof Fate.Parks parks ? parks.awaited() : List.of();
      if (commit.fate() == Fate.HandedBack.HANDED_BACK
          || (commit.fate() instanceof Fate.Ended && written.hasDied())) {
        lost.add(life);
      }
    }
    return new Kept(written.isDurable(), lost.contains(life) && dice.percent(60), lost);
  }

  @Override
  public Execution recover(Life life) {
    Stored row = stored(life);
    if (life.execution.status().isTerminal()) {
      List<Entry> facts = place.store.executions().facts(row.key());
      return fold(life, Execution.unborn(life.id), facts);
    }
    Optional<Claimed> claimed = Optional.empty();
    // Whoever finds it may die at once.
    while (claimed.isEmpty()) {
      claimed = receive(row, Optional.empty(), true).claimed();
    }
    return load(life, row, claimed.get());
  }

  @Override
  public void atRest(List<Life> lives) {
    for (Life life : lives) {
      if (!life.facts.isEmpty()) {
        compare(life, stored(life));
      }
    }
  }

  private void compare(Life life, Stored row) {
    Executions executions = place.store.executions();
    List<Recorded> facts =
        executions.facts(row.key()).stream().map(StoreKeeping::recorded).toList();
    if (!facts.equals(life.facts)) {
      throw new Violation("all facts are kept", Difference.between(life.facts, facts));
    }
    Executions.Summary summary = executions.find(row.key()).orElseThrow();
    Execution execution = life.execution;
    boolean ended = execution.status().isTerminal();
    boolean right =
        summary.card().equals(row.card)
            && (ended
                ? summary.status() == execution.status()
                    && summary.failure().equals(execution.failure())
                    && summary.startedAt().equals(execution.origin().startedAt())
                    && summary.endedAt().equals(Optional.of(life.facts.getLast().at()))
                : !summary.status().isTerminal());
    if (!right) {
      throw new Violation("it looks as it is", Difference.between(execution, summary));
    }
    if (ended && dice.percent(25)) {
      Mail.Delivery late =
          place.store.mail().send(row.key(), new byte[] {1}, Optional.of("too late"));
      if (late != Mail.Delivery.ENDED) {
        throw new Violation("nothing is taken after the end", "a letter was " + late);
      }
    }
  }
}
