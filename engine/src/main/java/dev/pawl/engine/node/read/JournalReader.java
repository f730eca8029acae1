package dev.pawl.engine.node.read;

import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.UnreadableFactException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The facts of one execution in order, read page by page because a long journal does not fit into
 * memory.
 */
public final class JournalReader implements Iterable<RecordedFact> {

  private final Executions executions;
  private final ExecutionKey key;
  private final List<JournalEntry> first;
  private final long last;

  /**
   * Reads the facts up to a given one.
   *
   * @param first the first page; a full page if there are more facts
   * @param last the number of the last fact to return
   */
  public JournalReader(
      Executions executions, ExecutionKey key, List<JournalEntry> first, long last) {
    this.executions = executions;
    this.key = key;
    this.first = first;
    this.last = last;
  }

  /** Reads all facts of an execution. */
  public static JournalReader of(Executions executions, ExecutionKey key) {
    return new JournalReader(
        executions, key, executions.facts(key, 0, Executions.MAX_FACTS_PER_PAGE), Long.MAX_VALUE);
  }

  @Override
  public Iterator<RecordedFact> iterator() {
    return new Iterator<>() {
      private List<JournalEntry> page = first;
      private int next;

      @Override
      public boolean hasNext() {
        if (next == page.size() && next == Executions.MAX_FACTS_PER_PAGE) {
          page = executions.facts(key, page.getLast().seq(), Executions.MAX_FACTS_PER_PAGE);
          next = 0;
        }
        return next < page.size() && page.get(next).seq() <= last;
      }

      @Override
      public RecordedFact next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return read(page.get(next++));
      }
    };
  }

  /**
   * Decodes a journal entry.
   *
   * @throws IncidentException if this release cannot read it
   */
  public static RecordedFact read(JournalEntry entry) {
    try {
      return LoadedExecution.decode(entry);
    } catch (UnreadableFactException unreadable) {
      throw new IncidentException(
          "fact %d cannot be read: %s".formatted(entry.seq(), unreadable.getMessage()));
    }
  }
}
