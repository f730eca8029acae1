package dev.pawl.postgres.connection;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What keeps plans as they are for statements that come again and again and name the rows they
 * want: each is made once, and along an index, however few rows there were when it was made.
 */
final class SteadyPlans {

  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "plan_cache_mode", "force_generic_plan",
              "enable_seqscan", "off",
              "enable_bitmapscan", "off",
              "enable_sort", "off"));

  private SteadyPlans() {}

  /** For a session, among the options that it is opened with. */
  static String ofSession() {
    return SETTINGS.entrySet().stream()
        .map(setting -> "-c %s=%s".formatted(setting.getKey(), setting.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** Until the transaction ends, as columns of a question. */
  static String ofTransaction() {
    return SETTINGS.entrySet().stream()
        .map(one -> "set_config('%s', '%s', true)".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }
}
