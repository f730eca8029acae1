package dev.pawl.postgres.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutor;

/**
 * Opens the connections of a store: pooled ones for short use, and dedicated ones for statements
 * that repeat. With a data source of the application all of them come from there, and the
 * application's pool is the only one.
 */
public final class Connections implements AutoCloseable {

  // Binary arrays of int2, int4, int8, bool, text, bytea, uuid and timestamptz.
  private static final List<Integer> BINARY_TYPE_OIDS =
      List.of(1005, 1007, 1016, 1000, 1009, 1001, 2951, 1185);

  // Parameters are arrays, whose contents the planner cannot see: a generic plan is as good.
  private static final String REPEATED_STATEMENT_SETTINGS =
      PlanSettings.sessionOptions() + " -c enable_mergejoin=off -c jit=off";

  private static final String NEVER_PREPARE = "0";

  private static final Duration MIN_STATEMENT_TIMEOUT = Duration.ofSeconds(30);

  /** The shortest connection timeout that HikariCP accepts. */
  private static final Duration MIN_CONNECTION_TIMEOUT = Duration.ofMillis(250);

  private static final int MAX_WAITING_PER_CONNECTION = 32;

  private final Database database;
  private final StoreOptions options;

  /** Empty if the connections come from a data source of the application. */
  private final Optional<OwnPool> own;

  private record OwnPool(ObservedDataSource source, HikariDataSource pool) {}

  public Connections(Database database, StoreOptions options) {
    this.database = database;
    this.options = options;
    this.own =
        database.dataSource().isPresent() ? Optional.empty() : Optional.of(pool(database, options));
  }

  private static OwnPool pool(Database database, StoreOptions options) {
    Duration maxDuration = max(options.lease(), MIN_STATEMENT_TIMEOUT);
    ObservedDataSource source =
        new ObservedDataSource(
            database.url(), properties(database, options, maxDuration, "-c jit=off"));
    return new OwnPool(source, new HikariDataSource(config(source, options)));
  }

  /** Creates a pool thread that does not inherit the class loader of the borrowing thread. */
  private static Thread thread(Runnable work) {
    Thread thread = Thread.ofPlatform().daemon().name("pawl-pool").unstarted(work);
    thread.setContextClassLoader(Connections.class.getClassLoader());
    return thread;
  }

  private static HikariConfig config(ObservedDataSource source, StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("pawl");
    config.setThreadFactory(Connections::thread);
    config.setDataSource(source);
    config.setMaximumPoolSize(options.pool());
    config.setMinimumIdle(Math.min(2, options.pool()));
    config.setConnectionTimeout(connectionTimeout(options).toMillis());
    config.setValidationTimeout(connectionTimeout(options).toMillis());
    config.setInitializationFailTimeout(-1);
    return config;
  }

  private static Duration connectionTimeout(StoreOptions options) {
    return max(
        MIN_CONNECTION_TIMEOUT,
        options.unreachableWait().compareTo(options.lease()) < 0
            ? options.unreachableWait()
            : options.lease());
  }

  /**
   * Returns the driver properties of a connection.
   *
   * @param maxDuration the longest time a statement may take
   * @param settings settings of the session; ignored behind a pooler, which would reject them
   */
  private static Properties properties(
      Database database, StoreOptions options, Duration maxDuration, String settings) {
    Properties properties = database.properties();
    properties.setProperty(
        "binaryTransferEnable",
        BINARY_TYPE_OIDS.stream().map(String::valueOf).collect(Collectors.joining(",")));
    properties.setProperty("connectTimeout", seconds(maxDuration));
    properties.setProperty("loginTimeout", seconds(maxDuration));
    properties.setProperty("socketTimeout", seconds(maxDuration));
    properties.setProperty("prepareThreshold", options.pooled() ? NEVER_PREPARE : "1");
    if (!options.pooled()) {
      // Shorter than the socket timeout, so that the server reports the timeout.
      long millis = maxDuration.toMillis() * 4 / 5;
      properties.setProperty(
          "options",
          settings
              + " -c statement_timeout=%d -c idle_in_transaction_session_timeout=%d"
                  .formatted(millis, millis));
    }
    return properties;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
  }

  /**
   * Borrows a connection from the pool. While connections are in use or slow to open, the caller
   * waits up to the lease duration; if the database cannot be reached, up to {@link
   * StoreOptions#connectionTimeout}.
   */
  public Connection borrow() throws SQLException {
    if (own.isEmpty()) {
      return fromDataSource();
    }
    ObservedDataSource source = own.get().source();
    HikariDataSource pool = own.get().pool();
    long start = System.nanoTime();
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException none) {
        int used = pool.getHikariPoolMXBean().getActiveConnections();
        boolean isExpired = System.nanoTime() - start >= options.lease().toNanos();
        if (used == 0 && (isExpired || source.isFailing())) {
          throw none;
        }
        if (isExpired) {
          throw new SQLTransientConnectionException(
              "all %d connections are in use".formatted(used), SqlFault.TOO_MANY_CONNECTIONS, none);
        }
      }
    }
  }

  private Connection fromDataSource() throws SQLException {
    Connection connection = database.connect();
    try {
      QueryExecutor executor = connection.unwrap(BaseConnection.class).getQueryExecutor();
      BINARY_TYPE_OIDS.forEach(executor::addBinarySendOid);
      return connection;
    } catch (SQLException failed) {
      connection.close();
      throw new SQLException(
          "the data source does not return connections of the PostgreSQL JDBC driver; use"
              + " org.postgresql.Driver",
          failed);
    }
  }

  /** Returns true if so many callers wait for a connection that new requests should be refused. */
  public boolean isOverloaded() {
    if (own.isEmpty()) {
      return false;
    }
    HikariPoolMXBean state = own.get().pool().getHikariPoolMXBean();
    return state.getThreadsAwaitingConnection() >= MAX_WAITING_PER_CONNECTION * options.pool()
        && state.getActiveConnections() > 0;
  }

  /** Opens a dedicated connection for statements that repeat. */
  public Connection openDedicated() throws SQLException {
    return open(properties(database, options, options.lease(), REPEATED_STATEMENT_SETTINGS));
  }

  /**
   * Applies the plan settings of a dedicated connection to one that comes from a data source; a
   * connection of our own is opened with them.
   */
  void applyPlanSettings(Connection connection) throws SQLException {
    if (own.isEmpty() && !options.pooled()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(PlanSettings.setStatements());
      }
    }
  }

  /** Closes a dedicated connection; one of a data source gets its plan settings back before. */
  void closeDedicated(Connection connection) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      if (own.isEmpty() && !options.pooled()) {
        statement.execute(PlanSettings.resetStatements());
      }
    }
  }

  /** Opens a connection for LISTEN, without a socket timeout. */
  public Connection openListening() throws SQLException {
    Properties properties = properties(database, options, options.lease(), "");
    properties.remove("socketTimeout");
    return open(properties);
  }

  /** Opens a connection for long statements such as migrations, without timeouts. */
  public Connection openWithoutTimeouts() throws SQLException {
    Properties properties = database.properties();
    if (options.pooled()) {
      // By default the driver would prepare even the commit.
      properties.setProperty("prepareThreshold", NEVER_PREPARE);
    }
    return open(properties);
  }

  private Connection open(Properties properties) throws SQLException {
    if (own.isEmpty()) {
      return fromDataSource();
    }
    return DriverManager.getConnection(database.url(), properties);
  }

  /** Returns true if the connections come from a data source of the application. */
  public boolean areShared() {
    return own.isEmpty();
  }

  public Database database() {
    return database;
  }

  public StoreOptions options() {
    return options;
  }

  @Override
  public void close() {
    own.ifPresent(one -> one.pool().close());
  }
}
