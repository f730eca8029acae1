package dev.pawl.engine.run;

import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/** A queue of actions, ordered by time and then by insertion. */
final class ScheduledActions {

  private final PriorityQueue<Due> dues = new PriorityQueue<>();
  private long ordinal;

  /** An action that is due at a time. */
  record Due(Instant at, long ordinal, Runnable work) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(ordinal, other.ordinal);
    }
  }

  void add(Instant at, Runnable work) {
    dues.add(new Due(at, nextOrdinal(), work));
  }

  /** Returns a new unique number. */
  long nextOrdinal() {
    return ++ordinal;
  }

  boolean hasAnythingBy(Instant time) {
    Due first = dues.peek();
    return first != null && !first.at().isAfter(time);
  }

  Optional<Due> takeNext() {
    return Optional.ofNullable(dues.poll());
  }

  void clear() {
    dues.clear();
  }
}
