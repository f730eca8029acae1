package dev.pawl.server.settings;

import java.util.Locale;

/**
 * The catalogue of the settings of the server. Options, environment variables, keys of the file,
 * the help and the page about them are generated from this table.
 */
public enum Setting {
  HOST(
      "127.0.0.1",
      "ADDRESS",
      SettingFormat.TEXT,
      "Address to listen on. The default is reachable from this machine only; 0.0.0.0 means all"
          + " addresses."),
  PORT("8080", "PORT", SettingFormat.whole(0, 65_535), "Port to listen on; 0 chooses a free one."),
  BEHIND_PROXY(
      "false",
      "true|false",
      SettingFormat.BOOLEAN,
      "True if a proxy with TLS is in front of the server; required to listen to other machines."),
  HEALTH_PORT(
      "",
      "PORT",
      SettingFormat.whole(0, 65_535),
      "Second port that serves only /health/live and /health/ready, with its own connections; 0"
          + " chooses a free one."),
  DATA(
      "pawl-data",
      "DIR",
      SettingFormat.TEXT,
      "Folder for the first key, pawl.conf and, without database, the data of PostgreSQL."),
  DATABASE(
      "",
      "URL",
      SettingFormat.DATABASE,
      "Existing PostgreSQL: postgresql://user:password@host/name. Without it Pawl starts its own."),
  MASTER_KEY_FILE(
      "",
      "FILE",
      SettingFormat.TEXT,
      "File with the master key that encrypts secrets: 32 bytes in Base64; also the variable"
          + " PAWL_MASTER_KEY. Without database it is master.key in the data folder."),
  PREVIOUS_MASTER_KEY_FILE(
      "",
      "FILE",
      SettingFormat.TEXT,
      "File with the master key that is being replaced; data keys are re-encrypted at the"
          + " start."),
  MIGRATE(
      "true",
      "true|false",
      SettingFormat.BOOLEAN,
      "True to migrate the tables at start; false only checks them."),
  POOLER(
      "false",
      "true|false",
      SettingFormat.BOOLEAN,
      "True if the database is behind PgBouncer or a similar pooler in transaction mode."),
  POOL(
      "8",
      "N",
      SettingFormat.whole(1, 1_000),
      "Number of database connections for everything but writing."),
  WRITERS("2", "N", SettingFormat.whole(1, 64), "Number of database connections that write."),
  DATABASE_WAIT(
      "2s",
      "TIME",
      SettingFormat.time("250ms", "10m"),
      "How long a request waits for an unreachable database before it gets 503."),
  LEASE(
      "10s",
      "TIME",
      SettingFormat.time("1s", "10m"),
      "Time without a sign of life after which other nodes take over the executions of a node."),
  NODE_NAME("node", "NAME", SettingFormat.TEXT, "Name of this node in lists and logs."),
  MAX_EXECUTIONS(
      "",
      "N",
      SettingFormat.whole(1, 10_000_000),
      "Maximum of executions in the memory of this node; derived from the heap if not set."),
  MAX_CALLS(
      "50000",
      "N",
      SettingFormat.whole(1, 10_000_000),
      "Maximum of handlers that run at the same time on this node."),
  MAX_QUEUED(
      "50000",
      "N",
      SettingFormat.whole(1, 10_000_000),
      "Maximum of commits that wait for a writer; beyond it, starts get 429."),
  MAX_STREAMS(
      "1000",
      "N",
      SettingFormat.whole(1, 1_000_000),
      "Maximum of open event streams per tenant on this node."),
  MAX_WAITS(
      "2000",
      "N",
      SettingFormat.whole(1, 1_000_000),
      "Maximum of requests per tenant that wait for work or for an end on this node."),
  MAX_CONNECTIONS_PER_ADDRESS(
      "1000",
      "N",
      SettingFormat.whole(1, 1_000_000),
      "Maximum of connections per client address; not applied behind a proxy."),
  HEAD_TIMEOUT(
      "10s",
      "TIME",
      SettingFormat.time("1s", "10m"),
      "Time in which a client must send the request line and the headers."),
  GRACE(
      "5s",
      "TIME",
      SettingFormat.time("0s", "1h"),
      "How long handlers may continue when the node stops."),
  RETENTION(
      "",
      "TIME",
      SettingFormat.time("1m", "36500d"),
      "Time after its start at which a finished execution is deleted; never if not set."),
  AUDIT_DAYS(
      "",
      "N",
      SettingFormat.whole(1, 36_500),
      "Number of days after which audit entries are deleted; never if not set."),
  SAMPLES(
      "true",
      "true|false",
      SettingFormat.BOOLEAN,
      "True to create sample flows; applies only to a server that listens to this machine only."),
  DEMO(
      "false",
      "true|false",
      SettingFormat.BOOLEAN,
      "True to deploy the flows of a demonstration and keep executions of every kind coming;"
          + " requires a server that listens to this machine only."),
  OPEN_WEBHOOKS(
      "false",
      "true|false",
      SettingFormat.BOOLEAN,
      "True to allow webhooks with authentication NONE, which everybody who reaches the server can"
          + " call."),
  EGRESS_HOSTS(
      "",
      "HOSTS",
      OutboundFormats.HOSTS,
      "The only hosts that built-in handlers may call, such as api.example.com,*.example.org; all"
          + " public ones if not set."),
  EGRESS_PRIVATE_RANGES(
      "",
      "RANGES",
      OutboundFormats.RANGES,
      "Private networks that built-in handlers may call, such as 10.20.0.0/16,fd12:3456::/32; none"
          + " if not set."),
  EGRESS_PORTS(
      "",
      "PORTS",
      OutboundFormats.PORTS,
      "Ports that built-in handlers may call besides those of the protocol, such as 8443,9000."),
  LOG_LEVEL(
      "warn",
      "LEVEL",
      SettingFormat.oneOf("error", "warn", "info", "debug"),
      "Level of the log: error, warn, info or debug.");

  private final String byDefault;
  private final String label;
  private final SettingFormat form;
  private final String meaning;

  Setting(String byDefault, String label, SettingFormat form, String meaning) {
    this.byDefault = byDefault;
    this.label = label;
    this.form = form;
    this.meaning = meaning;
  }

  /** Returns the key in the file, such as {@code max-calls}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String flag() {
    return "--" + key();
  }

  public String variable() {
    return Settings.PREFIX + name();
  }

  /** Returns the default value, or an empty string. */
  public String byDefault() {
    return byDefault;
  }

  /** Returns the placeholder of the value in the help. */
  public String label() {
    return label;
  }

  public SettingFormat form() {
    return form;
  }

  public String meaning() {
    return meaning;
  }
}
