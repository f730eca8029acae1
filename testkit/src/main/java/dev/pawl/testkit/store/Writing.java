package dev.pawl.testkit.store;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Abandoned;
import dev.pawl.engine.store.Commit.Newborn;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How one node's commits become rows: looked at first, so that a refused one leaves nothing. */
final class Writing {

  private final Memory memory;
  private final int node;

  Writing(Memory memory, int node) {
    this.memory = memory;
    this.node = node;
  }

  Written write(Commit commit) {
    Optional<Written> objection =
        duplicate(commit)
            .or(() -> refusal(commit).map(Written.Refused::new))
            .or(() -> rejection(commit));
    return objection.orElseGet(() -> isQueued(commit) ? queue(commit) : apply(commit));
  }

  private Optional<Written> duplicate(Commit commit) {
    return commit.birth()
        ? Memory.Accepted.start(commit.card())
            .flatMap(key -> Optional.ofNullable(memory.accepted.get(key)))
            .map(Written.Duplicate::new)
        : Optional.empty();
  }

  private static boolean isStart(Commit commit) {
    return commit.birth() && !(commit.fate() instanceof Fate.Ended);
  }

  private Optional<Written> rejection(Commit commit) {
    return isStart(commit) ? memory.live.limits.rejection(commit.card()) : Optional.empty();
  }

  /** True if a start needs a concurrency permit; one that has done more than to start goes on. */
  private boolean isQueued(Commit commit) {
    return isStart(commit)
        && (commit.facts().size() == 1 || commit.fate() instanceof Fate.HandedBack)
        && memory.live.limits.apply(commit.card());
  }

  /** Leaves out what it asks for: whoever starts it asks for that again. */
  private Written queue(Commit commit) {
    Limits limits = memory.live.limits;
    boolean isAdmitted = limits.mayReject(commit.card()) && limits.hasPermits(commit.card());
    Live row = born(commit.card(), false);
    row.hasBegun = isAdmitted;
    memory.journal.put(commit.key(), new ArrayList<>(commit.facts()));
    return commit.fate() instanceof Fate.HandedBack ? Written.Done.DONE : Written.Queued.QUEUED;
  }

  private Optional<String> refusal(Commit commit) {
    Optional<Live> row = memory.live.find(commit.key());
    if (commit.birth() && isKnown(commit.key())) {
      return Optional.of(commit.key().id() + " was born before");
    }
    if (!commit.birth() && row.filter(this::isOurs).isEmpty()) {
      return Optional.of(commit.key().id() + " is not held by node " + node);
    }
    if (commit.read() > row.map(live -> live.accepted).orElse(0)) {
      return Optional.of("letter " + commit.read() + " was never written");
    }
    long next = memory.journal.getOrDefault(commit.key(), List.of()).size() + 1L;
    for (Entry entry : commit.facts()) {
      if (entry.seq() != next++) {
        return Optional.of("fact " + entry.seq() + " stands where " + (next - 1) + " belongs");
      }
    }
    return commit.outgoing().children().stream()
        .map(Newborn::card)
        .filter(
            child ->
                isKnown(child.key())
                    || Memory.Accepted.start(child).filter(this::isTaken).isPresent())
        .findFirst()
        .map(child -> "child " + child.id() + " was born before");
  }

  private boolean isKnown(ExecutionKey key) {
    return memory.live.find(key).isPresent()
        || memory.finished.containsKey(key)
        || memory.journal.containsKey(key);
  }

  private boolean isOurs(Live row) {
    return row.place == Live.Place.OWNED && row.owner == node;
  }

  private boolean isTaken(Memory.Accepted key) {
    return memory.accepted.containsKey(key);
  }

  private Written apply(Commit commit) {
    Live row =
        commit.birth() ? born(commit.card(), true) : memory.live.find(commit.key()).orElseThrow();
    memory.journal.computeIfAbsent(commit.key(), key -> new ArrayList<>()).addAll(commit.facts());
    row.unread.removeIf(letter -> letter.number() <= commit.read());
    row.ending = commit.ending().or(() -> row.ending);
    Commit.Outgoing outgoing = commit.outgoing();
    outgoing.children().forEach(this::bear);
    offer(outgoing.offering());
    outgoing.abandoned().forEach(step -> abandon(commit.key(), step));
    outgoing
        .letters()
        .forEach(
            letter ->
                memory
                    .live
                    .find(letter.to())
                    .ifPresent(to -> memory.live.deliver(to, letter.body(), false)));
    return meet(row, commit.fate(), commit.birth());
  }

  private void offer(Commit.Offering offering) {
    for (Offer made : offering.made()) {
      memory.offers.putIfAbsent(made.key(), new InMemoryOffers.Row(made, memory.now()));
      memory.news();
    }
    offering.withdrawn().forEach(memory.offers::remove);
  }

  private Live born(Card card, boolean owned) {
    Memory.Accepted.start(card)
        .ifPresent(
            key -> {
              memory.accepted.put(key, card.id());
              card.tags().origin().request().ifPresent(said -> memory.requests.put(key, said));
            });
    Live row = memory.live.born(card);
    if (owned) {
      memory.live.own(row, node);
    } else {
      memory.live.makeReady(row);
    }
    return row;
  }

  private void bear(Newborn child) {
    born(child.card(), child.owned());
    memory.journal.put(child.card().key(), new ArrayList<>(List.of(child.started())));
  }

  private void abandon(ExecutionKey parent, Abandoned abandoned) {
    List<Live> children =
        memory.live.all().stream()
            .filter(row -> InMemoryMembership.isChild(row.card, parent))
            .filter(row -> row.card.parent().orElseThrow().step().equals(abandoned.step()))
            .toList();
    children.forEach(child -> memory.live.deliver(child, abandoned.letter(), true));
  }

  private Written meet(Live row, Fate fate, boolean birth) {
    return switch (fate) {
      case Fate.GoesOn goesOn -> Written.Done.DONE;
      case Fate.HandedBack handedBack -> {
        memory.live.makeReady(row);
        row.hasBegun &= !birth;
        yield Written.Done.DONE;
      }
      case Fate.Parks parks when row.accepted != parks.letters() -> Written.NotParked.NOT_PARKED;
      case Fate.Parks parks -> {
        memory.live.park(row, parks);
        yield Written.Done.DONE;
      }
      case Fate.Ended ended -> {
        memory.live.ended(row);
        memory.finished.put(row.card.key(), summary(row.card, ended));
        yield Written.Done.DONE;
      }
    };
  }

  private static Summary summary(Card card, Fate.Ended ended) {
    return new Summary(
        card,
        ended.status(),
        ended.startedAt(),
        Optional.of(ended.at()),
        ended.failure(),
        Optional.empty());
  }
}
