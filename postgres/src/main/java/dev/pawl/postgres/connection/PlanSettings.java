package dev.pawl.postgres.connection;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Contains planner settings for repeated statements that select rows by key: each is planned once,
 * along an index, however few rows the tables have at that time.
 */
final class PlanSettings {

  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "plan_cache_mode", "force_generic_plan",
              "enable_seqscan", "off",
              "enable_bitmapscan", "off",
              "enable_sort", "off"));

  private PlanSettings() {}

  /** Returns the settings as options with which a session is opened. */
  static String sessionOptions() {
    return SETTINGS.entrySet().stream()
        .map(setting -> "-c %s=%s".formatted(setting.getKey(), setting.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** Returns the settings as columns of a select that applies them to its transaction. */
  static String transactionColumns() {
    return SETTINGS.entrySet().stream()
        .map(one -> "set_config('%s', '%s', true)".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Returns the statements that apply the settings to an open session. */
  static String setStatements() {
    return SETTINGS.entrySet().stream()
        .map(one -> "set %s = %s".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** Returns the statements that undo {@link #setStatements}. */
  static String resetStatements() {
    return SETTINGS.keySet().stream().map("reset %s"::formatted).collect(Collectors.joining("; "));
  }
}
