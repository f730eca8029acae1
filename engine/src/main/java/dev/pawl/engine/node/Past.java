package dev.pawl.engine.node;

import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * All that happened to an execution, in order. It is read a few facts at a time: a long life has
 * more of them than fit into memory.
 */
final class Past implements Iterable<Recorded> {

  private final Executions executions;
  private final ExecutionKey key;
  private final List<Entry> first;
  private final long last;

  /**
   * @param first the first of them, as many as are read at a time if there are more
   * @param last the number of the last one that counts
   */
  Past(Executions executions, ExecutionKey key, List<Entry> first, long last) {
    this.executions = executions;
    this.key = key;
    this.first = first;
    this.last = last;
  }

  static Past of(Executions executions, ExecutionKey key) {
    return new Past(executions, key, executions.facts(key, 0, Executions.AT_ONCE), Long.MAX_VALUE);
  }

  @Override
  public Iterator<Recorded> iterator() {
    return new Iterator<>() {
      private List<Entry> page = first;
      private int next;

      @Override
      public boolean hasNext() {
        if (next == page.size() && next == Executions.AT_ONCE) {
          page = executions.facts(key, page.getLast().seq(), Executions.AT_ONCE);
          next = 0;
        }
        return next < page.size() && page.get(next).seq() <= last;
      }

      @Override
      public Recorded next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return read(page.get(next++));
      }
    };
  }

  /**
   * @throws IncidentException if this release cannot read it
   */
  static Recorded read(Entry entry) {
    try {
      return Loading.recorded(entry);
    } catch (UnreadableFactException unreadable) {
      throw new IncidentException(
          "fact %d cannot be read: %s".formatted(entry.seq(), unreadable.getMessage()));
    }
  }
}
