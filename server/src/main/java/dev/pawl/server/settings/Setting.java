package dev.pawl.server.settings;

import java.util.Locale;

/**
 * Everything that can be set. Flags, variables, keys of the file, the help and the page about them
 * are made from this table.
 */
public enum Setting {
  HOST(
      "127.0.0.1",
      "ADDRESS",
      Form.TEXT,
      "The address to listen on. Only this machine can reach the default; 0.0.0.0 is every"
          + " address."),
  PORT("8080", "PORT", Form.whole(0, 65_535), "The port to listen on; 0 takes any that is free."),
  BEHIND_PROXY(
      "false",
      "true|false",
      Form.BOOLEAN,
      "Whether a proxy with TLS stands before the server; only then it listens to other machines."),
  HEALTH_PORT(
      "",
      "PORT",
      Form.whole(0, 65_535),
      "Another port, for /health/live and /health/ready alone, with connections of its own; 0 takes"
          + " any that is free."),
  DATA(
      "pawl-data",
      "DIR",
      Form.TEXT,
      "The folder of the first key, of pawl.conf, and of PostgreSQL unless there is a database."),
  DATABASE(
      "",
      "URL",
      Form.DATABASE,
      "A PostgreSQL that is there: postgresql://user:password@host/name. Without it Pawl starts its"
          + " own."),
  MIGRATE(
      "true",
      "true|false",
      Form.BOOLEAN,
      "Whether to bring the tables up to date; if not, they are only looked at."),
  POOLER(
      "false",
      "true|false",
      Form.BOOLEAN,
      "Whether PgBouncer or the like, in transaction mode, stands before the database."),
  POOL("8", "N", Form.whole(1, 1_000), "How many connections serve everything but writing."),
  WRITERS("2", "N", Form.whole(1, 64), "How many connections write at the same time."),
  DATABASE_WAIT(
      "2s",
      "TIME",
      Form.time("250ms", "10m"),
      "How long a request waits for a database that cannot be reached before it is answered with"
          + " 503."),
  LEASE(
      "10s",
      "TIME",
      Form.time("1s", "10m"),
      "How long a node may be silent before others take over what it has."),
  NODE_NAME("node", "NAME", Form.TEXT, "How people know this node."),
  MAX_EXECUTIONS(
      "",
      "N",
      Form.whole(1, 10_000_000),
      "How many executions this node holds in memory; as many as the heap has room for if not"
          + " set."),
  MAX_CALLS(
      "50000", "N", Form.whole(1, 10_000_000), "How many handlers run at the same time here."),
  MAX_QUEUED(
      "50000",
      "N",
      Form.whole(1, 10_000_000),
      "How many commits may wait for a writer before starts are refused."),
  MAX_STREAMS(
      "1000",
      "N",
      Form.whole(1, 1_000_000),
      "How many streams of events each tenant may have open here."),
  MAX_WAITS(
      "2000",
      "N",
      Form.whole(1, 1_000_000),
      "How many requests of each tenant may wait here, for work or for an end."),
  MAX_CONNECTIONS_PER_ADDRESS(
      "1000",
      "N",
      Form.whole(1, 1_000_000),
      "How many connections one address may have here; not limited behind a proxy."),
  HEAD_TIMEOUT(
      "10s",
      "TIME",
      Form.time("1s", "10m"),
      "How long a client may take to send the first line and the headers of a request."),
  GRACE("5s", "TIME", Form.time("0s", "1h"), "How long handlers may go on when the node stops."),
  RETENTION(
      "",
      "TIME",
      Form.time("1m", "36500d"),
      "How long after its start a finished execution is kept; for ever if not set."),
  AUDIT_DAYS(
      "", "N", Form.whole(1, 36_500), "How many days the audit is kept; for ever if not set."),
  SAMPLES(
      "true",
      "true|false",
      Form.BOOLEAN,
      "Whether to bring sample flows; only a server that listens to this machine alone does."),
  LOG_LEVEL(
      "warn", "LEVEL", Form.oneOf("error", "warn", "info", "debug"), "How much the log tells.");

  private final String byDefault;
  private final String label;
  private final Form form;
  private final String meaning;

  Setting(String byDefault, String label, Form form, String meaning) {
    this.byDefault = byDefault;
    this.label = label;
    this.form = form;
    this.meaning = meaning;
  }

  /** As it stands in the file: {@code max-calls}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String flag() {
    return "--" + key();
  }

  public String variable() {
    return Settings.PREFIX + name();
  }

  /** Empty if there is none. */
  public String byDefault() {
    return byDefault;
  }

  /** What stands for the value in the help. */
  public String label() {
    return label;
  }

  public Form form() {
    return form;
  }

  public String meaning() {
    return meaning;
  }
}
