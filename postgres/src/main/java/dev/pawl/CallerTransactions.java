package dev.pawl;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Finds the database transaction of the calling thread, so that {@link Pawl#start} and {@link
 * Pawl#signal} become part of it without a connection as an argument. Frameworks that bind
 * transactions to threads implement it.
 */
public interface CallerTransactions {

  /** Finds no transaction: every start and signal is durable when its method returns. */
  CallerTransactions NONE =
      new CallerTransactions() {
        @Override
        public <T> Optional<T> join(TransactionWork<T> work) {
          return Optional.empty();
        }
      };

  /**
   * Runs work on the connection of the transaction of the calling thread; returns empty, without
   * running it, if the thread has none.
   */
  <T> Optional<T> join(TransactionWork<T> work) throws SQLException;

  /** Work on the connection of a transaction, which it neither commits nor closes. */
  @FunctionalInterface
  interface TransactionWork<T> {
    T run(Connection connection) throws SQLException;
  }
}
