package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One execution: which node has it, and what must be true of it in the store. */
final class Holding {

  final ExecutionKey key;

  /** Keys of letters that were accepted for it. */
  final Set<String> posted = new HashSet<>();

  private @Nullable Membership holder;
  private @Nullable Card card;
  int accepted;
  int read;
  boolean isLost;
  boolean hasEnded;
  private Optional<Claimed> claimed = Optional.empty();
  private final TreeMap<Integer, Letter> unread = new TreeMap<>();

  Holding(ExecutionKey key) {
    this.key = key;
  }

  boolean isHeldBy(Membership node) {
    return node.equals(holder);
  }

  boolean isFree() {
    return holder == null && !hasEnded;
  }

  /** Who may write for its world; nobody if the world does not have it as it is. */
  Optional<Membership> writer() {
    return isLost || claimed.isPresent() ? Optional.empty() : Optional.ofNullable(holder);
  }

  void claimed(Membership by, Claimed taken) {
    if (!isFree()) {
      throw fault("was claimed, but it " + (hasEnded ? "has ended" : "belongs to a node"));
    }
    holder = by;
    card = taken.card();
    if (taken.read() != read) {
      throw fault("has read %d letters, not %d".formatted(read, taken.read()));
    }
    unread.clear();
    taken.letters().forEach(this::letter);
    if (unread.size() != accepted - read) {
      throw fault("came with %d letters of %d".formatted(unread.size(), accepted - read));
    }
    claimed = Optional.of(taken);
  }

  void letter(Letter letter) {
    if (letter.number() <= read || letter.number() > accepted) {
      throw fault("got letter %d, having read %d of %d".formatted(letter.number(), read, accepted));
    }
    unread.put(letter.number(), letter);
  }

  /** What its world has not seen yet. */
  Ask.Answer.Received handOver() {
    Optional<Claimed> fresh = claimed;
    claimed = Optional.empty();
    return new Ask.Answer.Received(isLost, fresh, List.copyOf(unread.values()));
  }

  /** Its node is gone, and with it what its world has seen of it, if anything. */
  void lose() {
    holder = null;
    isLost = claimed.isEmpty();
    claimed = Optional.empty();
  }

  void written(Membership by, Commit commit, Written result) {
    Written expected =
        commit.fate() instanceof Fate.Parks parks && parks.letters() != accepted
            ? Written.NotParked.NOT_PARKED
            : Written.Done.DONE;
    if (!result.equals(expected)) {
      throw fault("a commit came to %s, not to %s".formatted(result, expected));
    }
    card = commit.card();
    read = commit.read();
    unread.headMap(read, true).clear();
    hasEnded = commit.fate() instanceof Fate.Ended;
    boolean stays =
        expected == Written.NotParked.NOT_PARKED || commit.fate() == Fate.GoesOn.GOES_ON;
    holder = stays ? by : null;
  }

  /** It leaves its node and is not woken by anything. */
  Commit forGood() {
    Fate.WaitsFor nothing = new Fate.WaitsFor(List.of("event:never"), false, Optional.empty());
    Fate rests = new Fate.Parks(accepted, Optional.empty(), nothing, List.of());
    return new Commit(
        Objects.requireNonNull(card), false, List.of(), read, Commit.Outgoing.NOTHING, rests);
  }

  StoreFault fault(String what) {
    return new StoreFault(key, what);
  }
}
