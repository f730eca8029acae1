package dev.pawl.engine.run;

import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/** What is to happen, by time, and at one time in the order in which it was put here. */
final class Agenda {

  private final PriorityQueue<Due> dues = new PriorityQueue<>();
  private long ordinal;

  /** Something that happens at a time. */
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

  /** A number that was never given before. */
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
