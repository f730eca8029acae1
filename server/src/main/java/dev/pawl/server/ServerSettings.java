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
import java.time.Duration;
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

  private static final Duration USUAL_DATABASE_WAIT = Duration.ofSeconds(2);

  /**
   * How a server is reached.
   *
   * @param host the address it listens on
   * @param port 0 for any that is free
   * @param behindProxy whether clients reach it by TLS, through a proxy
   * @param room how many may stay
   * @param clients what a single client may do
   * @param healthPort another port for health checks alone; 0 for any that is free
   */
  public record Web(
      String host,
      int port,
      boolean behindProxy,
      Room room,
      ClientLimits clients,
      OptionalInt healthPort) {

    public Web(String host, int port, boolean behindProxy) {
      this(host, port, behindProxy, Room.USUAL, ClientLimits.USUAL, OptionalInt.empty());
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
   * What a single client may do, whoever it is.
   *
   * @param maxConnections how many connections an address may have; not limited behind a proxy
   * @param headTimeout how long a client may take to send the head of a request
   */
  public record ClientLimits(int maxConnections, Duration headTimeout) {
    static final ClientLimits USUAL = new ClientLimits(1_000, Duration.ofSeconds(10));
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

    /**
     * How many connections tenants may hold for long, all of them together: the rest is for short
     * requests, and so for health checks and administrators.
     */
    int stays() {
      return connections - connections / 4;
    }
  }

  public static ServerSettings in(Path data) {
    return new ServerSettings(
        data,
        Optional.empty(),
        new Web("127.0.0.1", 8_080, false),
        NodeOptions.DEFAULT.withStoreWait(USUAL_DATABASE_WAIT),
        StoreOptions.defaults().withUnreachableWait(USUAL_DATABASE_WAIT),
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
            new Room(settings.number(Setting.MAX_STREAMS), settings.number(Setting.MAX_WAITS)),
            new ClientLimits(
                settings.number(Setting.MAX_CONNECTIONS_PER_ADDRESS),
                settings.time(Setting.HEAD_TIMEOUT)),
            settings.isSet(Setting.HEALTH_PORT)
                ? OptionalInt.of(settings.number(Setting.HEALTH_PORT))
                : OptionalInt.empty()),
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
            .withGrace(settings.time(Setting.GRACE))
            .withStoreWait(settings.time(Setting.DATABASE_WAIT));
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
            .withUnreachableWait(settings.time(Setting.DATABASE_WAIT))
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
    return with(new Web(host, web.port(), true, web.room(), web.clients(), web.healthPort()));
  }

  public ServerSettings withPort(int port) {
    return with(
        new Web(web.host(), port, web.behindProxy(), web.room(), web.clients(), web.healthPort()));
  }

  public ServerSettings withRoom(Room room) {
    return with(
        new Web(web.host(), web.port(), web.behindProxy(), room, web.clients(), web.healthPort()));
  }

  public ServerSettings withClients(ClientLimits clients) {
    return with(
        new Web(web.host(), web.port(), web.behindProxy(), web.room(), clients, web.healthPort()));
  }

  public ServerSettings withHealthPort(int port) {
    return with(
        new Web(
            web.host(),
            web.port(),
            web.behindProxy(),
            web.room(),
            web.clients(),
            OptionalInt.of(port)));
  }

  private ServerSettings with(Web newWeb) {
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
