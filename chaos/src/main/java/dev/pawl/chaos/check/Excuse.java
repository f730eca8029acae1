package dev.pawl.chaos.check;

import dev.pawl.chaos.client.StatusTally.Fault;
import java.time.Duration;
import java.util.Set;

/**
 * A fault that makes some servers ask their callers to come again.
 *
 * @param servers their names
 * @param codes of the 503 that it brings about
 * @param from when it began, by this machine's steady clock
 * @param until when nothing of it is felt any more
 */
public record Excuse(Set<String> servers, Set<String> codes, long from, long until) {

  /** Without a database, or with requests whose connection to it was lost. */
  public static final String UNAVAILABLE = "unavailable";

  /** With more requests than can wait for the database. */
  public static final String OVERLOADED = "overloaded";

  /** How soon servers are to be well again: progress within ten seconds, as promised. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(10);

  public Excuse {
    servers = Set.copyOf(servers);
    codes = Set.copyOf(codes);
  }

  /** One that began then and is over now, but for what has piled up. */
  public static Excuse since(long from, Set<String> servers, String... codes) {
    return new Excuse(servers, Set.of(codes), from, System.nanoTime() + AFTERWARDS.toNanos());
  }

  /** Whether it can have been the reason: nobody knows when exactly a server made up its mind. */
  boolean covers(Fault fault) {
    return servers.contains(fault.server())
        && fault.isAway(codes)
        && fault.told() - from >= 0
        && fault.asked() - until <= 0;
  }
}
