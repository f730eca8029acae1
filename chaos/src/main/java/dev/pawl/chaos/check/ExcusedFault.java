package dev.pawl.chaos.check;

import dev.pawl.chaos.client.StatusTally.Fault;
import java.time.Duration;
import java.util.Set;

/**
 * An injected fault that makes servers answer 503.
 *
 * @param servers the names of the affected servers
 * @param codes the error codes of the 503 answers
 * @param from when it began, in {@code System.nanoTime}
 * @param until when its effects are over
 */
public record ExcusedFault(Set<String> servers, Set<String> codes, long from, long until) {

  /** The database is not reachable, or a request lost its connection. */
  public static final String UNAVAILABLE = "unavailable";

  /** More requests wait for the database than the server queues. */
  public static final String OVERLOADED = "overloaded";

  /** How soon servers must recover: progress within ten seconds is promised. */
  private static final Duration RECOVERY_TIME = Duration.ofSeconds(10);

  public ExcusedFault {
    servers = Set.copyOf(servers);
    codes = Set.copyOf(codes);
  }

  /**
   * Returns the excuse for a fault that began at {@code from} and is over now, except for the
   * backlog.
   */
  public static ExcusedFault since(long from, Set<String> servers, String... codes) {
    return new ExcusedFault(
        servers, Set.of(codes), from, System.nanoTime() + RECOVERY_TIME.toNanos());
  }

  /** Returns true if this fault may have caused the given answer. */
  boolean covers(Fault fault) {
    return servers.contains(fault.server())
        && fault.isAway(codes)
        && fault.receivedNanos() - from >= 0
        && fault.sentNanos() - until <= 0;
  }
}
