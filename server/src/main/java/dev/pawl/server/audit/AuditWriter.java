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
 * Makes entries durable before the requests that they tell of are answered. The entries of a tenant
 * are a chain and are written one after the other; whatever comes while one write is under way is
 * written together by the next one. So many refused requests cost few transactions, and hold no
 * connection each.
 */
final class AuditWriter {

  /** What writes entries, all of them or none. */
  interface Chain {
    void append(TenantId tenant, List<AuditEntry> entries);
  }

  private static final int MOST_AT_ONCE = 500;

  private final Chain chain;
  private final Map<TenantId, Lane> lanes = new ConcurrentHashMap<>();

  AuditWriter(Chain chain) {
    this.chain = chain;
  }

  /** What is to be written of one tenant. */
  private static final class Lane {
    private final Queue<Pending> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();
  }

  /** An entry and what came of it; guarded by the lock of its lane. */
  private static final class Pending {
    private final AuditEntry entry;
    private boolean isSettled;
    private @Nullable RuntimeException failed;

    Pending(AuditEntry entry) {
      this.entry = entry;
    }
  }

  /**
   * Returns when the entry is durable.
   *
   * @throws UnavailableException if it cannot be written
   */
  void append(TenantId tenant, AuditEntry entry) {
    Lane lane = lanes.computeIfAbsent(tenant, any -> new Lane());
    Pending mine = new Pending(entry);
    lane.waiting.add(mine);
    lane.writing.lock();
    try {
      // Whoever had the lock may have written this one too.
      while (!mine.isSettled) {
        write(tenant, lane);
      }
      if (mine.failed != null) {
        throw unavailable(mine.failed);
      }
    } finally {
      lane.writing.unlock();
    }
  }

  /** How many entries of a tenant nobody is writing yet. */
  int waiting(TenantId tenant) {
    Lane lane = lanes.get(tenant);
    return lane == null ? 0 : lane.waiting.size();
  }

  private static UnavailableException unavailable(RuntimeException failed) {
    Throwable cause = failed instanceof UnavailableException ? failed.getCause() : failed;
    return new UnavailableException("The audit cannot be written", cause == null ? failed : cause);
  }

  private void write(TenantId tenant, Lane lane) {
    List<Pending> batch = new ArrayList<>();
    for (Pending next = lane.waiting.poll(); next != null; next = lane.waiting.poll()) {
      batch.add(next);
      if (batch.size() == MOST_AT_ONCE) {
        break;
      }
    }
    // Settled whatever happens: those who wait for a batch that nobody settles would wait for ever.
    RuntimeException failed = new UnavailableException("The audit cannot be written");
    try {
      chain.append(tenant, batch.stream().map(pending -> pending.entry).toList());
      failed = null;
    } catch (RuntimeException away) {
      failed = away;
    } finally {
      for (Pending pending : batch) {
        pending.failed = failed;
        pending.isSettled = true;
      }
    }
  }
}
