package dev.pawl.client.flow;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.stream.Stream;

/** What flows did, and what depends on them. */
public final class FlowUsageApi {

  private static final String ROOT = "/api/flows";

  private final ApiConnection connection;

  public FlowUsageApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns executions and failures per hour of the last day, last execution and trigger types. */
  @Operation("GET /api/flows/activity")
  public Stream<Json> activity(List<String> flows) {
    ApiPath path = ApiPath.of(ROOT + "/activity");
    flows.forEach(flow -> path.query("flow", flow));
    return connection.list(path.toString());
  }

  /** Returns the numbers of flows by type, category, priority and tag. */
  @Operation("GET /api/flows/summary")
  public Json summary() {
    return connection.get(ROOT + "/summary");
  }

  /** Returns the unfinished executions of a flow by version, and the flows that call it. */
  @Operation("GET /api/flows/{flow}/dependents")
  public Json dependents(String flow) {
    return connection.get(ApiPath.of(ROOT).segment(flow).add("dependents").toString());
  }

  /**
   * Returns ends, failures and durations by version, and what the states of one version did.
   *
   * @param version the number of the version whose states are counted
   * @param days the length of the period until now
   */
  @Operation("GET /api/flows/{flow}/version-runs")
  public Json versionRuns(String flow, int version, int days) {
    return connection.get(
        ApiPath.of(ROOT)
            .segment(flow)
            .add("version-runs")
            .query("version", version)
            .query("days", days)
            .toString());
  }
}
