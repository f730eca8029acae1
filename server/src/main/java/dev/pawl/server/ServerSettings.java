package dev.pawl.server;

import dev.pawl.engine.node.NodeOptions;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.server.settings.Setting;
import dev.pawl.server.settings.Settings;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a server is started.
 *
 * @param data the folder of its own things, and of its own PostgreSQL unless there is another
 * @param database a PostgreSQL that is there
 * @param web how it is reached
 * @param node how much it takes on
 * @param store how it uses its database
 * @param auditDays after how many days the audit is forgotten; never if empty
 * @param logLevel how much its log tells
 */
public record ServerSettings(
    Path data,
    Optional<Database> database,
    Web web,
    NodeOptions node,
    StoreOptions store,
    OptionalInt auditDays,
    String logLevel) {

  /**
   * How a server is reached.
   *
   * @param host the address it listens on
   * @param port 0 for any that is free
   * @param behindProxy whether clients reach it by TLS, through a proxy
   * @param room how many may stay
   */
  public record Web(String host, int port, boolean behindProxy, Room room) {

    public Web(String host, int port, boolean behindProxy) {
      this(host, port, behindProxy, Room.USUAL);
    }

    public Web {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException("a port is a number from 0 to 65535, not " + port);
      }
      if (!behindProxy && !isOfThisMachine(host)) {
        throw new IllegalArgumentException(
            "on %s, keys would cross the network in the clear: let a proxy with TLS stand before the server and say so (--behind-proxy), or listen on 127.0.0.1"
                .formatted(host));
      }
    }

    private static boolean isOfThisMachine(String host) {
      try {
        return InetAddress.getByName(host).isLoopbackAddress();
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("there is no address '" + host + "' to listen on", e);
      }
    }

    boolean isOfThisMachine() {
      return isOfThisMachine(host);
    }

    /**
     * Returns the address by which this machine reaches the server.
     *
     * @param actual the port it listens on
     */
    URI reachedAt(int actual) {
      try {
        boolean isEvery = InetAddress.getByName(host).isAnyLocalAddress();
        String name = isEvery ? "127.0.0.1" : host.indexOf(':') < 0 ? host : "[" + host + "]";
        return URI.create("http://" + name + ":" + actual);
      } catch (UnknownHostException e) {
        throw new IllegalStateException("the address " + host + " is gone", e);
      }
    }
  }

  /**
   * How many requests may stay open.
   *
   * @param streams how many streams of events each tenant may have
   * @param waits how many requests of each tenant may wait for something
   * @param connections how many there may be of all tenants and for everything
   */
  public record Room(int streams, int waits, int connections) {
    static final Room USUAL = new Room(1_000, 2_000);

    /** With as many connections as there is memory for: one with a request needs up to 80 KB. */
    public Room(int streams, int waits) {
      this(
          streams,
          waits,
          Math.clamp(Runtime.getRuntime().maxMemory() / (1024 * 1024) * 6, 500, 8_192));
    }

    /**
     * The memory of how many connections is kept for the next ones: where many streams come and go,
     * making it anew each time would keep the garbage collector busy.
     */
    int kept() {
      return connections / 4;
    }

    /** What each tenant may hold for long: one that takes all it can must not shut out the rest. */
    int stays() {
      return connections / 2;
    }
  }

  public static ServerSettings in(Path data) {
    return new ServerSettings(
        data,
        Optional.empty(),
        new Web("127.0.0.1", 8_080, false),
        NodeOptions.DEFAULT,
        StoreOptions.defaults(),
        OptionalInt.empty(),
        "warn");
  }

  static ServerSettings of(Settings settings) {
    return new ServerSettings(
        Path.of(settings.text(Setting.DATA)),
        Optional.of(settings.text(Setting.DATABASE))
            .filter(url -> !url.isEmpty())
            .map(Database::at),
        new Web(
            settings.text(Setting.HOST),
            settings.number(Setting.PORT),
            settings.isOn(Setting.BEHIND_PROXY),
            new Room(settings.number(Setting.MAX_STREAMS), settings.number(Setting.MAX_WAITS))),
        node(settings),
        store(settings),
        settings.isSet(Setting.AUDIT_DAYS)
            ? OptionalInt.of(settings.number(Setting.AUDIT_DAYS))
            : OptionalInt.empty(),
        settings.text(Setting.LOG_LEVEL));
  }

  private static NodeOptions node(Settings settings) {
    NodeOptions node =
        NodeOptions.DEFAULT
            .named(settings.text(Setting.NODE_NAME))
            .withMaxCalls(settings.number(Setting.MAX_CALLS))
            .withMaxQueued(settings.number(Setting.MAX_QUEUED))
            .withGrace(settings.time(Setting.GRACE));
    if (settings.isSet(Setting.MAX_EXECUTIONS)) {
      node = node.withMaxOwned(settings.number(Setting.MAX_EXECUTIONS));
    }
    return settings.isSet(Setting.RETENTION)
        ? node.withRetention(settings.time(Setting.RETENTION))
        : node;
  }

  private static StoreOptions store(Settings settings) {
    StoreOptions.Tables tables =
        settings.isOn(Setting.MIGRATE) ? StoreOptions.Tables.MIGRATE : StoreOptions.Tables.CHECK;
    StoreOptions store =
        StoreOptions.defaults()
            .withLease(settings.time(Setting.LEASE))
            .withWriters(settings.number(Setting.WRITERS))
            .withPool(settings.number(Setting.POOL))
            .withTables(tables);
    return settings.isOn(Setting.POOLER) ? store.withPooler() : store;
  }

  public String host() {
    return web.host();
  }

  public int port() {
    return web.port();
  }

  public boolean isBehindProxy() {
    return web.behindProxy();
  }

  /** For all addresses of that host, behind a proxy that does TLS. */
  public ServerSettings behindProxy(String host) {
    Web newWeb = new Web(host, web.port(), true, web.room());
    return new ServerSettings(data, database, newWeb, node, store, auditDays, logLevel);
  }

  public ServerSettings withPort(int port) {
    Web newWeb = new Web(web.host(), port, web.behindProxy(), web.room());
    return new ServerSettings(data, database, newWeb, node, store, auditDays, logLevel);
  }

  public ServerSettings withRoom(Room room) {
    Web newWeb = new Web(web.host(), web.port(), web.behindProxy(), room);
    return new ServerSettings(data, database, newWeb, node, store, auditDays, logLevel);
  }

  public ServerSettings withDatabase(Database newDatabase) {
    return new ServerSettings(
        data, Optional.of(newDatabase), web, node, store, auditDays, logLevel);
  }

  public ServerSettings withAuditDays(int days) {
    return new ServerSettings(data, database, web, node, store, OptionalInt.of(days), logLevel);
  }
}
