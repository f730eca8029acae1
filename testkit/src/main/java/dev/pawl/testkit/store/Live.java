package dev.pawl.testkit.store;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed.Snapshot;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Fate.WaitsFor;
import dev.pawl.engine.store.Letter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The row of an execution that has not ended. Only {@link LiveExecutions} writes it. */
final class Live {

  static final WaitsFor NOTHING = new WaitsFor(List.of(), false, Optional.empty());

  enum Place {
    OWNED,
    READY,
    ASLEEP
  }

  final Card card;
  final long number;

  Place place = Place.ASLEEP;
  int owner;

  /** Its place in the queue while it is ready, its timer while it sleeps. */
  Optional<Instant> due = Optional.empty();

  WaitsFor waitsFor = NOTHING;
  List<Awaited> awaited = List.of();
  int accepted;
  final Deque<Letter> unread = new ArrayDeque<>();
  Optional<Snapshot> snapshot = Optional.empty();
  boolean hasBegun;

  /** How it will end once its compensation is through. */
  Optional<Status> ending = Optional.empty();

  /** It was cancelled, or has waited for too long, before it had a concurrency permit. */
  boolean endsUnstarted;

  Live(Card card, long number) {
    this.card = card;
    this.number = number;
  }

  boolean isActive() {
    return place == Place.OWNED && !endsUnstarted;
  }

  int read() {
    return accepted - unread.size();
  }

  Instant whenDue() {
    return due.orElseThrow();
  }

  Status status() {
    return switch (place) {
      case OWNED -> Status.RUNNING;
      case READY, ASLEEP -> {
        if (waitsFor.paused()) {
          yield Status.PAUSED;
        }
        yield ending.isPresent() ? Status.RUNNING : hasBegun ? Status.WAITING : Status.PENDING;
      }
    };
  }

  Standing standing(Instant now) {
    return switch (place) {
      case OWNED -> new Standing(OptionalInt.of(owner), Optional.empty(), waitsFor, ending);
      case READY -> new Standing(OptionalInt.empty(), Optional.of(now), waitsFor, ending);
      case ASLEEP -> new Standing(OptionalInt.empty(), due, waitsFor, ending);
    };
  }
}
