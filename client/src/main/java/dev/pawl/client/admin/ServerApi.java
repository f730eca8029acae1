package dev.pawl.client.admin;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import java.util.stream.Stream;

/** The server itself: its nodes, health, metrics, description and browser sessions. */
public final class ServerApi {

  private final ApiConnection connection;

  public ServerApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the nodes of the cluster. */
  @Operation("GET /api/nodes")
  public Stream<NodeInfo> nodes() {
    return connection.list("/api/nodes").map(NodeInfo::new);
  }

  /** Returns the checks of the node that answers; needs the role {@code monitor}. */
  @Operation("GET /health")
  public HealthReport health() {
    return new HealthReport(connection.get("/health"));
  }

  /**
   * Returns if the server process answers; needs no key.
   *
   * @throws dev.pawl.client.http.UnreachableException if it does not
   */
  @Operation("GET /health/live")
  public void checkLive() {
    connection.get("/health/live");
  }

  /**
   * Returns if the server can reach its database; needs no key.
   *
   * @throws dev.pawl.client.http.PawlApiException if it cannot
   */
  @Operation("GET /health/ready")
  public void checkReady() {
    connection.get("/health/ready");
  }

  /** Returns the metrics of the node that answers, in the text format of Prometheus. */
  @Operation("GET /metrics")
  public String metrics() {
    return connection.send(ApiRequest.get("/metrics")).text();
  }

  /** Returns the OpenAPI document of the server. */
  @Operation("GET /api/openapi.json")
  public Json openApi() {
    return connection.get("/api/openapi.json");
  }

  /** Returns the roles of keys, their permissions, and the endpoints that need them. */
  @Operation("GET /api/roles")
  public Json roles() {
    return connection.get("/api/roles");
  }

  /** Returns the limits of the caller's tenant and what is used of them. */
  @Operation("GET /api/limits")
  public Json limits() {
    return connection.get("/api/limits");
  }

  /** Creates a link that signs a browser in once, with the permissions of the caller's key. */
  @Operation("POST /api/session/link")
  public SignInLink createSignInLink() {
    Json link = connection.write("POST", "/api/session/link");
    return new SignInLink(
        connection.address() + JsonMembers.textOrEmpty(link, "path"),
        JsonMembers.timeOrEpoch(link, "expiresAt"));
  }
}
