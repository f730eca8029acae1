package dev.pawl.postgres.connection;

import java.time.Duration;

/**
 * Configures the use of a store.
 *
 * @param lease the time for which a node may be silent before others take over its executions
 * @param writers the number of connections of a node that write concurrently
 * @param pool the number of connections for all other purposes
 * @param pooled true if the database is behind a transaction pooler such as PgBouncer
 * @param tables the action on the tables when the store is opened
 * @param unreachableWait the time to wait for a connection to an unreachable database; at most the
 *     lease
 */
public record StoreOptions(
    Duration lease,
    int writers,
    int pool,
    boolean pooled,
    Tables tables,
    Duration unreachableWait) {

  /** States what to do with the tables when a store is opened. */
  public enum Tables {
    /** Migrate them to the version of this program. */
    MIGRATE,
    /** Only check that they have the version of this program. */
    CHECK
  }

  public StoreOptions {
    if (lease.isNegative() || lease.isZero() || writers < 1 || pool < 1) {
      throw new IllegalArgumentException(
          "lease is %s, writers is %d and pool is %d; each must be above zero"
              .formatted(lease, writers, pool));
    }
    if (unreachableWait.isNegative() || unreachableWait.isZero()) {
      throw new IllegalArgumentException(
          "unreachableWait is %s; it must be longer than zero".formatted(unreachableWait));
    }
  }

  /**
   * Returns the defaults: a lease of 10 seconds, 2 writers, a pool of 8, no pooler, and migration.
   */
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

  /** Returns these options for a database behind a transaction pooler. */
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
