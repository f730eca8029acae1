package dev.pawl.postgres.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.postgres.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Opens connections of the two kinds that there are: pooled ones, and those kept for one use. */
final class Connections implements AutoCloseable {

  // Arrays travel in binary: int2, int4, int8, bool, text, bytea, uuid and timestamptz.
  private static final String BINARY = "1005,1007,1016,1000,1009,1001,2951,1185";

  // An array says nothing about what it holds, so plans need not be made again for each; and a
  // plan that was made while a table was empty must not read the whole of it when it is full.
  private static final String STEADY_PLANS =
      "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_mergejoin=off"
          + " -c enable_bitmapscan=off -c enable_sort=off -c jit=off";

  private final Database database;
  private final StoreOptions options;
  private final HikariDataSource pool;

  Connections(Database database, StoreOptions options) {
    this.database = database;
    this.options = options;
    this.pool = new HikariDataSource(pool(database, options));
  }

  private static HikariConfig pool(Database database, StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("pawl");
    config.setJdbcUrl(database.url());
    config.setMaximumPoolSize(options.pool());
    config.setMinimumIdle(Math.min(2, options.pool()));
    config.setConnectionTimeout(Math.max(250, options.lease().toMillis()));
    config.setInitializationFailTimeout(-1);
    Properties common = common(database, options);
    common
        .stringPropertyNames()
        .forEach(name -> config.addDataSourceProperty(name, common.getProperty(name)));
    if (!options.pooled()) {
      config.addDataSourceProperty("options", "-c jit=off" + timeouts(options));
    }
    return config;
  }

  private static Properties common(Database database, StoreOptions options) {
    Properties properties = database.properties();
    properties.setProperty("binaryTransferEnable", BINARY);
    properties.setProperty("connectTimeout", seconds(options.lease()));
    // Later than the server gives up, so that it is the server who says so.
    properties.setProperty("socketTimeout", seconds(options.lease().plusSeconds(5)));
    properties.setProperty("prepareThreshold", options.pooled() ? "0" : "3");
    return properties;
  }

  private static String timeouts(StoreOptions options) {
    long millis = Math.max(1000, options.lease().toMillis());
    return " -c statement_timeout=%d -c idle_in_transaction_session_timeout=%d"
        .formatted(millis, millis);
  }

  private static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.toSeconds()));
  }

  /** One of the pool. */
  Connection borrow() throws SQLException {
    return pool.getConnection();
  }

  /** One for statements that come again and again. */
  Connection steady() throws SQLException {
    Properties properties = common(database, options);
    if (!options.pooled()) {
      properties.setProperty("prepareThreshold", "1");
      properties.setProperty("options", STEADY_PLANS + timeouts(options));
    }
    return open(properties);
  }

  /** One that listens. */
  Connection listening() throws SQLException {
    Properties properties = common(database, options);
    properties.remove("socketTimeout");
    return open(properties);
  }

  private Connection open(Properties properties) throws SQLException {
    return DriverManager.getConnection(database.url(), properties);
  }

  StoreOptions options() {
    return options;
  }

  @Override
  public void close() {
    pool.close();
  }
}
