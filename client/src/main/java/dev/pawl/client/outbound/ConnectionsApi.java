package dev.pawl.client.outbound;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.stream.Stream;

/** The connections of the caller's tenant to other systems. */
public final class ConnectionsApi {

  private static final String ROOT = "/api/connections";

  private final ApiConnection connection;

  public ConnectionsApi(ApiConnection connection) {
    this.connection = connection;
  }

  @Operation("GET /api/connections")
  public Stream<ConnectionInfo> list() {
    return connection.list(ROOT).map(ConnectionInfo::new);
  }

  @Operation("GET /api/connections/{name}")
  public ConnectionInfo get(String name) {
    return new ConnectionInfo(connection.get(path(name)));
  }

  /** Saves a connection, new or not; all nodes use it within a second. */
  @Operation("PUT /api/connections/{name}")
  public ConnectionInfo save(String name, NewConnection saved) {
    return new ConnectionInfo(connection.write("PUT", path(name), saved.json()));
  }

  @Operation("DELETE /api/connections/{name}")
  public void delete(String name) {
    connection.write("DELETE", path(name));
  }

  /**
   * Allows or forbids a connection of a tenant to reach private networks, for administrators of the
   * platform.
   *
   * @param address the address of the connection; the server refuses if it has changed
   */
  @Operation("PUT /api/tenants/{code}/connections/{name}/private-access")
  public ConnectionInfo setPrivateAccess(
      String tenant, String name, boolean allowed, String address) {
    String path =
        ApiPath.of("/api/tenants")
            .segment(tenant)
            .add("connections")
            .segment(name)
            .add("private-access")
            .toString();
    return new ConnectionInfo(
        connection.write(
            "PUT",
            path,
            JsonObject.of("allowed", Json.of(allowed)).with("address", Json.of(address))));
  }

  private static String path(String name) {
    return ApiPath.of(ROOT).segment(name).toString();
  }
}
