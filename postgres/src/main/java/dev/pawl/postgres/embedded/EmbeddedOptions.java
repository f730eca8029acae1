package dev.pawl.postgres.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Configures an embedded server.
 *
 * @param port the port on 127.0.0.1; 0 for any free port
 * @param settings PostgreSQL settings that extend or replace {@link #DEFAULTS}
 * @param cache the folder into which the PostgreSQL programs are unpacked; by default in the user's
 *     cache
 * @param enclosing a private folder of the caller that contains the data folder. If PostgreSQL has
 *     to run as another user, that user gets permission to traverse it, and nothing else.
 */
public record EmbeddedOptions(
    int port, Map<String, String> settings, Optional<Path> cache, Optional<Path> enclosing) {

  /** The default settings, for a small machine that also runs the engine. */
  public static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("max_connections", "60"),
          Map.entry("shared_buffers", "256MB"),
          // Creating WAL segments is expensive, recycling them is cheap. Few pages are written
          // twice, so checkpoints may be frequent.
          Map.entry("max_wal_size", "1GB"),
          Map.entry("min_wal_size", "512MB"),
          Map.entry("checkpoint_warning", "0"),
          Map.entry("wal_compression", "off"),
          Map.entry("jit", "off"),
          Map.entry("autovacuum_naptime", "5s"),
          Map.entry("idle_in_transaction_session_timeout", "60s"),
          Map.entry("log_checkpoints", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"));

  /** The settings for durability and access control, which cannot be overridden. */
  static final Map<String, String> FIXED =
      Map.of(
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "",
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "logging_collector", "off");

  private static final Set<String> RESERVED =
      Set.of(
          "port", "data_directory", "hba_file", "ident_file", "config_file", "external_pid_file");

  public EmbeddedOptions {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port: %d is not between 0 and 65535".formatted(port));
    }
    for (String name : settings.keySet()) {
      if (FIXED.containsKey(name) || RESERVED.contains(name)) {
        throw new IllegalArgumentException(
            name + " cannot be set: the embedded PostgreSQL sets it itself");
      }
    }
    settings = Map.copyOf(settings);
  }

  /** Returns the defaults: any free port and no additional settings. */
  public static EmbeddedOptions defaults() {
    return new EmbeddedOptions(0, Map.of(), Optional.empty(), Optional.empty());
  }

  public EmbeddedOptions withPort(int newPort) {
    return new EmbeddedOptions(newPort, settings, cache, enclosing);
  }

  /** Returns these options with an additional PostgreSQL setting. */
  public EmbeddedOptions withSetting(String name, String value) {
    var more = new TreeMap<>(settings);
    more.put(name, value);
    return new EmbeddedOptions(port, more, cache, enclosing);
  }

  public EmbeddedOptions withCache(Path newCache) {
    return new EmbeddedOptions(port, settings, Optional.of(newCache), enclosing);
  }

  /** Returns these options with the private folder that contains the data folder. */
  public EmbeddedOptions within(Path newEnclosing) {
    return new EmbeddedOptions(port, settings, cache, Optional.of(newEnclosing));
  }

  Map<String, String> allSettings() {
    var all = new TreeMap<>(DEFAULTS);
    all.putAll(settings);
    all.putAll(FIXED);
    return all;
  }
}
