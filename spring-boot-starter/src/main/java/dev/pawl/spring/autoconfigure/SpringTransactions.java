package dev.pawl.spring.autoconfigure;

import dev.pawl.CallerTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Finds the transaction that Spring has bound to the calling thread for a data source. */
final class SpringTransactions implements CallerTransactions {

  private final DataSource dataSource;

  SpringTransactions(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public <T> Optional<T> join(TransactionWork<T> work) throws SQLException {
    boolean isInTransaction =
        TransactionSynchronizationManager.isActualTransactionActive()
            && TransactionSynchronizationManager.hasResource(dataSource);
    if (!isInTransaction) {
      return Optional.empty();
    }
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      return Optional.of(work.run(connection));
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }
}
