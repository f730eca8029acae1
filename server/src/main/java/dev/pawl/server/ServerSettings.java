package dev.pawl.server;

import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.server.egress.EgressSettings;
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
 * The settings of a server.
 *
 * @param data data directory, which also holds the embedded PostgreSQL if one is used
 * @param database external PostgreSQL; empty to use the embedded one
 * @param web settings of the HTTP server
 * @param node capacity of the node
 * @param store settings of the database access
 * @param auditDays days after which audit entries are deleted; never if empty
 * @param logLevel level of the log
 * @param masterKey where the key that encrypts secrets comes from
 * @param egress what built-in handlers may reach
 * @param demo true to serve the handlers of the demonstration
 */
public record ServerSettings(
    Path data,
    Optional<Database> database,
    WebSettings web,
    NodeOptions node,
    StoreOptions store,
    OptionalInt auditDays,
    String logLevel,
    MasterKeySource masterKey,
    EgressSettings egress,
    boolean demo) {

  private static final Duration DEFAULT_DATABASE_WAIT = Duration.ofSeconds(2);

  public ServerSettings(
      Path data,
      Optional<Database> database,
      WebSettings web,
      NodeOptions node,
      StoreOptions store,
      OptionalInt auditDays,
      String logLevel) {
    this(
        data,
        database,
        web,
        node,
        store,
        auditDays,
        logLevel,
        MasterKeySource.DEFAULT,
        EgressSettings.DEFAULT,
        false);
  }

  public ServerSettings {
    if (demo && !web.isOfThisMachine()) {
      throw new IllegalArgumentException(
          "the demonstration runs only on a server that listens to this machine only: leave out"
              + " --demo, or let the host be 127.0.0.1 instead of "
              + web.host());
    }
  }

  /**
   * The settings of the HTTP server.
   *
   * @param host address to listen on
   * @param port port to listen on; 0 for any free one
   * @param behindProxy true if clients connect through a proxy that terminates TLS
   * @param room limits on open requests
   * @param clients limits on a single client
   * @param healthPort separate port for health checks; 0 for any free one, empty for none
   * @param openWebhooks true to allow webhooks without authentication
   */
  public record WebSettings(
      String host,
      int port,
      boolean behindProxy,
      StreamLimits room,
      ClientLimits clients,
      OptionalInt healthPort,
      boolean openWebhooks) {

    public WebSettings(String host, int port, boolean behindProxy) {
      this(
          host,
          port,
          behindProxy,
          StreamLimits.DEFAULT,
          ClientLimits.DEFAULT,
          OptionalInt.empty(),
          false);
    }

    public WebSettings {
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
     * Returns the address at which this machine reaches the server.
     *
     * @param actual port that the server listens on
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
   * Limits on a single client.
   *
   * @param maxConnections maximum number of connections per address; not applied behind a proxy
   * @param headTimeout maximum time to send the head of a request
   */
  public record ClientLimits(int maxConnections, Duration headTimeout) {
    static final ClientLimits DEFAULT = new ClientLimits(1_000, Duration.ofSeconds(10));
  }

  /**
   * Limits on open requests.
   *
   * @param streams maximum number of event streams per tenant
   * @param waits maximum number of waiting requests per tenant
   * @param connections maximum number of connections of all tenants
   */
  public record StreamLimits(int streams, int waits, int connections) {
    static final StreamLimits DEFAULT = new StreamLimits(1_000, 2_000);

    /**
     * Derives the number of connections from the heap size; one with a request needs up to 80 KB.
     */
    public StreamLimits(int streams, int waits) {
      this(
          streams,
          waits,
          Math.clamp(Runtime.getRuntime().maxMemory() / (1024 * 1024) * 6, 500, 8_192));
    }

    /**
     * Returns the number of connection buffers to keep for reuse, which spares the garbage
     * collector when many streams come and go.
     */
    int streamsPerTenant() {
      return connections / 4;
    }

    /**
     * Returns the number of connections that all tenants together may use for long requests; the
     * rest is reserved for short ones, such as health checks and administration.
     */
    int waitsPerTenant() {
      return connections - connections / 4;
    }
  }

  public static ServerSettings in(Path data) {
    return new ServerSettings(
        data,
        Optional.empty(),
        new WebSettings("127.0.0.1", 8_080, false),
        NodeOptions.DEFAULT.withStoreWait(DEFAULT_DATABASE_WAIT),
        StoreOptions.defaults().withUnreachableWait(DEFAULT_DATABASE_WAIT),
        OptionalInt.empty(),
        "warn");
  }

  static ServerSettings of(Settings settings) {
    return new ServerSettings(
        Path.of(settings.text(Setting.DATA)),
        Optional.of(settings.text(Setting.DATABASE))
            .filter(url -> !url.isEmpty())
            .map(Database::at),
        new WebSettings(
            settings.text(Setting.HOST),
            settings.number(Setting.PORT),
            settings.isOn(Setting.BEHIND_PROXY),
            new StreamLimits(
                settings.number(Setting.MAX_STREAMS), settings.number(Setting.MAX_WAITS)),
            new ClientLimits(
                settings.number(Setting.MAX_CONNECTIONS_PER_ADDRESS),
                settings.time(Setting.HEAD_TIMEOUT)),
            settings.isSet(Setting.HEALTH_PORT)
                ? OptionalInt.of(settings.number(Setting.HEALTH_PORT))
                : OptionalInt.empty(),
            settings.isOn(Setting.OPEN_WEBHOOKS)),
        node(settings),
        store(settings),
        settings.isSet(Setting.AUDIT_DAYS)
            ? OptionalInt.of(settings.number(Setting.AUDIT_DAYS))
            : OptionalInt.empty(),
        settings.text(Setting.LOG_LEVEL),
        MasterKeySource.DEFAULT,
        EgressSettings.of(settings),
        settings.isOn(Setting.DEMO));
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

  /** Returns these settings for a host behind a proxy that terminates TLS. */
  public ServerSettings behindProxy(String host) {
    return with(
        new WebSettings(
            host,
            web.port(),
            true,
            web.room(),
            web.clients(),
            web.healthPort(),
            web.openWebhooks()));
  }

  public ServerSettings withPort(int port) {
    return with(
        new WebSettings(
            web.host(),
            port,
            web.behindProxy(),
            web.room(),
            web.clients(),
            web.healthPort(),
            web.openWebhooks()));
  }

  public ServerSettings withStreamLimits(StreamLimits room) {
    return with(
        new WebSettings(
            web.host(),
            web.port(),
            web.behindProxy(),
            room,
            web.clients(),
            web.healthPort(),
            web.openWebhooks()));
  }

  public ServerSettings withClients(ClientLimits clients) {
    return with(
        new WebSettings(
            web.host(),
            web.port(),
            web.behindProxy(),
            web.room(),
            clients,
            web.healthPort(),
            web.openWebhooks()));
  }

  public ServerSettings withHealthPort(int port) {
    return with(
        new WebSettings(
            web.host(),
            web.port(),
            web.behindProxy(),
            web.room(),
            web.clients(),
            OptionalInt.of(port),
            web.openWebhooks()));
  }

  /** Returns these settings with webhooks that need no authentication. */
  public ServerSettings withOpenWebhooks() {
    return with(
        new WebSettings(
            web.host(),
            web.port(),
            web.behindProxy(),
            web.room(),
            web.clients(),
            web.healthPort(),
            true));
  }

  private ServerSettings with(WebSettings newWeb) {
    return new ServerSettings(
        data, database, newWeb, node, store, auditDays, logLevel, masterKey, egress, demo);
  }

  public ServerSettings withDatabase(Database newDatabase) {
    return new ServerSettings(
        data,
        Optional.of(newDatabase),
        web,
        node,
        store,
        auditDays,
        logLevel,
        masterKey,
        egress,
        demo);
  }

  public ServerSettings withAuditDays(int days) {
    return new ServerSettings(
        data, database, web, node, store, OptionalInt.of(days), logLevel, masterKey, egress, demo);
  }

  /** Returns these settings with another source of the master key. */
  public ServerSettings withMasterKey(MasterKeySource source) {
    return new ServerSettings(
        data, database, web, node, store, auditDays, logLevel, source, egress, demo);
  }

  /** Returns these settings with other rules about outgoing connections. */
  public ServerSettings withEgress(EgressSettings rules) {
    return new ServerSettings(
        data, database, web, node, store, auditDays, logLevel, masterKey, rules, demo);
  }

  /** Returns these settings with the handlers of the demonstration. */
  public ServerSettings withDemo() {
    return new ServerSettings(
        data, database, web, node, store, auditDays, logLevel, masterKey, egress, true);
  }
}
