package dev.pawl.client.operate;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;

/**
 * Statistics of executions of the caller's tenant; windows are {@code 1h}, {@code 24h} or {@code
 * 7d}.
 */
public final class StatsApi {

  private static final String ROOT = "/api/stats";

  private final ApiConnection connection;

  public StatsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns starts, ends, failures and durations over a window. */
  @Operation("GET /api/stats")
  public Json over(String window) {
    return connection.get(ApiPath.of(ROOT).query("window", window).toString());
  }

  /** Returns the slowest states and those with most failures, from a sample. */
  @Operation("GET /api/stats/states")
  public Json states(String window) {
    return connection.get(ApiPath.of(ROOT).add("states").query("window", window).toString());
  }

  /** Returns what executes and waits now, and the use of limits. */
  @Operation("GET /api/stats/now")
  public Json now() {
    return connection.get(ApiPath.of(ROOT).add("now").toString());
  }

  /** Returns the statistics of one flow over a window. */
  @Operation("GET /api/flows/{flow}/stats")
  public Json ofFlow(String flow, String window) {
    return connection.get(
        ApiPath.of("/api/flows").segment(flow).add("stats").query("window", window).toString());
  }
}
