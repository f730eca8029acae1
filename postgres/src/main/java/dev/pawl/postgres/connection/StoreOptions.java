package dev.pawl.postgres.connection;

import java.time.Duration;

/**
 * How a store is used.
 *
 * @param lease how long a node may be silent before others take over what it has
 * @param writers how many connections of a node write at the same time
 * @param pool how many connections serve everything else
 * @param pooled whether a pooler such as PgBouncer, which gives a connection away after each
 *     transaction, stands before the database
 * @param unreachableWait how long to wait for a connection to a database that cannot be reached;
 *     never longer than the lease
 */
public record StoreOptions(
    Duration lease,
    int writers,
    int pool,
    boolean pooled,
    Tables tables,
    Duration unreachableWait) {

  /** What to do about the tables. */
  public enum Tables {
    /** Bring them up to date. */
    MIGRATE,
    /** Only look whether they are. */
    CHECK
  }

  public StoreOptions {
    if (lease.isNegative() || lease.isZero() || writers < 1 || pool < 1) {
      throw new IllegalArgumentException("a store needs a lease, a writer and a connection");
    }
    if (unreachableWait.isNegative() || unreachableWait.isZero()) {
      throw new IllegalArgumentException(
          "unreachableWait is %s; it must be longer than zero".formatted(unreachableWait));
    }
  }

  public static StoreOptions defaults() {
    return new StoreOptions(
        Duration.ofSeconds(10), 2, 8, false, Tables.MIGRATE, Duration.ofSeconds(10));
  }

  public StoreOptions withLease(Duration newLease) {
    return new StoreOptions(newLease, writers, pool, pooled, tables, unreachableWait);
  }

  public StoreOptions withWriters(int newWriters) {
    return new StoreOptions(lease, newWriters, pool, pooled, tables, unreachableWait);
  }

  public StoreOptions withPool(int newPool) {
    return new StoreOptions(lease, writers, newPool, pooled, tables, unreachableWait);
  }

  public StoreOptions withPooler() {
    return new StoreOptions(lease, writers, pool, true, tables, unreachableWait);
  }

  public StoreOptions withTables(Tables newTables) {
    return new StoreOptions(lease, writers, pool, pooled, newTables, unreachableWait);
  }

  public StoreOptions withUnreachableWait(Duration newWait) {
    return new StoreOptions(lease, writers, pool, pooled, tables, newWait);
  }
}
