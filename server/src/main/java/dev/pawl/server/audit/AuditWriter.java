package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes audit entries durable before the responses of their requests are sent. The entries of a
 * tenant form a chain and are written in order; entries that arrive during a write are written
 * together by the next one. Many refused requests thus need few transactions and connections.
 */
final class AuditWriter {

  /** Appends entries in one transaction. */
  interface EntrySink {
    void append(TenantId tenant, List<AuditEntry> entries);
  }

  private static final int MAX_ENTRIES_PER_WRITE = 500;

  private final EntrySink chain;
  private final Map<TenantId, TenantQueue> queues = new ConcurrentHashMap<>();

  AuditWriter(EntrySink chain) {
    this.chain = chain;
  }

  /** The entries of one tenant that wait to be written. */
  private static final class TenantQueue {
    private final Queue<PendingEntry> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();
  }

  /** An entry and its result; guarded by the lock of its queue. */
  private static final class PendingEntry {
    private final AuditEntry entry;
    private boolean isSettled;
    private @Nullable RuntimeException failed;

    PendingEntry(AuditEntry entry) {
      this.entry = entry;
    }
  }

  /**
   * Appends an entry; returns when it is durable.
   *
   * @throws UnavailableException if it cannot be written
   */
  void append(TenantId tenant, AuditEntry entry) {
    TenantQueue queue = queues.computeIfAbsent(tenant, any -> new TenantQueue());
    PendingEntry mine = new PendingEntry(entry);
    queue.waiting.add(mine);
    queue.writing.lock();
    try {
      // The previous holder of the lock may have written this entry too.
      while (!mine.isSettled) {
        write(tenant, queue);
      }
      if (mine.failed != null) {
        throw unavailable(mine.failed);
      }
    } finally {
      queue.writing.unlock();
    }
  }

  /** Returns the number of entries of a tenant that no write has taken yet. */
  int countWaiting(TenantId tenant) {
    TenantQueue queue = queues.get(tenant);
    return queue == null ? 0 : queue.waiting.size();
  }

  private static UnavailableException unavailable(RuntimeException failed) {
    Throwable cause = failed instanceof UnavailableException ? failed.getCause() : failed;
    return new UnavailableException("The audit cannot be written", cause == null ? failed : cause);
  }

  private void write(TenantId tenant, TenantQueue queue) {
    List<PendingEntry> batch = new ArrayList<>();
    for (PendingEntry next = queue.waiting.poll(); next != null; next = queue.waiting.poll()) {
      batch.add(next);
      if (batch.size() == MAX_ENTRIES_PER_WRITE) {
        break;
      }
    }
    // Settled in any case; otherwise the waiting threads would block forever.
    RuntimeException failed = new UnavailableException("The audit cannot be written");
    try {
      chain.append(tenant, batch.stream().map(pending -> pending.entry).toList());
      failed = null;
    } catch (RuntimeException away) {
      failed = away;
    } finally {
      for (PendingEntry pending : batch) {
        pending.failed = failed;
        pending.isSettled = true;
      }
    }
  }
}
