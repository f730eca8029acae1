package dev.pawl.server.audit;

import dev.pawl.engine.store.UnavailableException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts refused requests without a valid key by address, status and minute, and writes one audit
 * entry for each group. A client without a key can therefore fill neither the audit nor the memory
 * of a node. Groups are written after their minute, before the audit is read, and on shutdown.
 */
final class AnonymousRefusals implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AnonymousRefusals.class);

  /** Maximum number of groups in memory; requests of further addresses are counted together. */
  static final int MAX_ADDRESSES = 1_000;

  /** Address of the requests that are counted together. */
  static final String OTHER_ADDRESSES = "other addresses";

  private record RefusalKey(String address, int status, Instant minute) {

    /** Returns the group of an entry; requests of further addresses share one for all minutes. */
    static RefusalKey of(AuditEntry entry) {
      return new RefusalKey(
          entry.address(),
          entry.status(),
          entry.address().equals(OTHER_ADDRESSES)
              ? Instant.EPOCH
              : entry.at().truncatedTo(ChronoUnit.MINUTES));
    }
  }

  private final AuditWriter.EntrySink chain;
  private final Map<RefusalKey, AuditEntry> pending = new LinkedHashMap<>();

  AnonymousRefusals(AuditWriter.EntrySink chain) {
    this.chain = chain;
  }

  synchronized void count(AuditEntry entry) {
    RefusalKey key = RefusalKey.of(entry);
    if (pending.containsKey(key) || pending.size() < MAX_ADDRESSES) {
      pending.merge(key, entry, AuditEntry::merge);
    } else {
      AuditEntry other = entry.withAddress(OTHER_ADDRESSES);
      pending.merge(RefusalKey.of(other), other, AuditEntry::merge);
    }
  }

  /** Writes the groups whose minute is over. */
  void writeOld(Instant now) {
    Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
    write(entry -> entry.at().isBefore(minute));
  }

  /** Writes all groups. */
  void writeAll() {
    write(entry -> true);
  }

  private void write(Predicate<AuditEntry> which) {
    List<AuditEntry> entries = take(which);
    if (entries.isEmpty()) {
      return;
    }
    try {
      chain.append(AuditTrail.ANONYMOUS, entries);
    } catch (UnavailableException away) {
      putBack(entries);
      throw away;
    }
  }

  private synchronized List<AuditEntry> take(Predicate<AuditEntry> which) {
    List<AuditEntry> taken = new ArrayList<>(pending.values().stream().filter(which).toList());
    pending.values().removeIf(which);
    return taken;
  }

  private synchronized void putBack(List<AuditEntry> entries) {
    for (AuditEntry entry : entries) {
      pending.merge(RefusalKey.of(entry), entry, (later, earlier) -> earlier.merge(later));
    }
  }

  @Override
  public void close() {
    try {
      writeAll();
    } catch (RuntimeException away) {
      LOG.error(
          "Requests without a valid key are missing in the audit: {}", pending.values(), away);
    }
  }
}
