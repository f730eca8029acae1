package dev.pawl.postgres.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Properties;

/** Opens connections of the two kinds that there are: pooled ones, and those kept for one use. */
public final class Connections implements AutoCloseable {

  // Arrays travel in binary: int2, int4, int8, bool, text, bytea, uuid and timestamptz.
  private static final String BINARY = "1005,1007,1016,1000,1009,1001,2951,1185";

  // An array says nothing about what it holds, so plans need not be made again for each.
  private static final String STEADY_PLANS =
      SteadyPlans.ofSession() + " -c enable_mergejoin=off -c jit=off";

  private static final String PREPARE_NOTHING = "0";

  private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

  /** HikariCP takes no shorter one. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);

  /** How many wait for each connection at most: more would only fill the memory. */
  private static final int MOST_WAITING = 32;

  private final Database database;
  private final StoreOptions options;
  private final ObservedDataSource source;
  private final HikariDataSource pool;

  public Connections(Database database, StoreOptions options) {
    this.database = database;
    this.options = options;
    Duration longest = longer(options.lease(), LONGEST_LOOK);
    this.source =
        new ObservedDataSource(
            database.url(), properties(database, options, longest, "-c jit=off"));
    this.pool = new HikariDataSource(pool(source, options));
  }

  /** Whoever asks for a connection may have it made: it is not to keep that one's class loader. */
  private static Thread thread(Runnable work) {
    Thread thread = Thread.ofPlatform().daemon().name("pawl-pool").unstarted(work);
    thread.setContextClassLoader(Connections.class.getClassLoader());
    return thread;
  }

  private static HikariConfig pool(ObservedDataSource source, StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("pawl");
    config.setThreadFactory(Connections::thread);
    config.setDataSource(source);
    config.setMaximumPoolSize(options.pool());
    config.setMinimumIdle(Math.min(2, options.pool()));
    config.setConnectionTimeout(unreachableWait(options).toMillis());
    config.setValidationTimeout(unreachableWait(options).toMillis());
    config.setInitializationFailTimeout(-1);
    return config;
  }

  private static Duration unreachableWait(StoreOptions options) {
    return longer(
        SHORTEST_WAIT,
        options.unreachableWait().compareTo(options.lease()) < 0
            ? options.unreachableWait()
            : options.lease());
  }

  /**
   * @param longest how long a statement may take
   * @param settings of the session, which a pooler would not take
   */
  private static Properties properties(
      Database database, StoreOptions options, Duration longest, String settings) {
    Properties properties = database.properties();
    properties.setProperty("binaryTransferEnable", BINARY);
    properties.setProperty("connectTimeout", seconds(longest));
    properties.setProperty("loginTimeout", seconds(longest));
    properties.setProperty("socketTimeout", seconds(longest));
    properties.setProperty("prepareThreshold", options.pooled() ? PREPARE_NOTHING : "1");
    if (!options.pooled()) {
      // Earlier than the socket, so that it is the server who gives up and says so.
      long millis = longest.toMillis() * 4 / 5;
      properties.setProperty(
          "options",
          settings
              + " -c statement_timeout=%d -c idle_in_transaction_session_timeout=%d"
                  .formatted(millis, millis));
    }
    return properties;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
  }

  /**
   * One of the pool. For one that is in use, or takes long to open, a caller waits as long as a
   * lease; for a database that cannot be reached only as long as {@link
   * StoreOptions#unreachableWait}.
   */
  public Connection borrow() throws SQLException {
    long begun = System.nanoTime();
    while (true) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException none) {
        int used = pool.getHikariPoolMXBean().getActiveConnections();
        boolean isOver = System.nanoTime() - begun >= options.lease().toNanos();
        if (used == 0 && (isOver || source.isFailing())) {
          throw none;
        }
        if (isOver) {
          throw new SQLTransientConnectionException(
              "all %d connections are in use".formatted(used), Fault.TOO_MANY, none);
        }
      }
    }
  }

  /** Whether so many wait for one that nobody else should begin to. */
  public boolean areCrowded() {
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    return state.getThreadsAwaitingConnection() >= MOST_WAITING * options.pool()
        && state.getActiveConnections() > 0;
  }

  /** One for statements that come again and again. */
  public Connection steady() throws SQLException {
    return open(properties(database, options, options.lease(), STEADY_PLANS));
  }

  /** One that listens. */
  public Connection listening() throws SQLException {
    Properties properties = properties(database, options, options.lease(), "");
    properties.remove("socketTimeout");
    return open(properties);
  }

  /** One for work that may take long. */
  public Connection patient() throws SQLException {
    Properties properties = database.properties();
    if (options.pooled()) {
      // Left to itself, the driver would prepare even the commit.
      properties.setProperty("prepareThreshold", PREPARE_NOTHING);
    }
    return open(properties);
  }

  private Connection open(Properties properties) throws SQLException {
    return DriverManager.getConnection(database.url(), properties);
  }

  public Database database() {
    return database;
  }

  public StoreOptions options() {
    return options;
  }

  @Override
  public void close() {
    pool.close();
  }
}
