package dev.pawl.client.outbound;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.stream.Stream;

/** The secrets of the caller's tenant, whose values can be set and not read. */
public final class SecretsApi {

  private static final String ROOT = "/api/secrets";

  private final ApiConnection connection;

  public SecretsApi(ApiConnection connection) {
    this.connection = connection;
  }

  @Operation("GET /api/secrets")
  public Stream<SecretSummary> list() {
    return connection.list(ROOT).map(SecretSummary::new);
  }

  @Operation("GET /api/secrets/{name}")
  public SecretSummary get(String name) {
    return new SecretSummary(connection.get(path(name)));
  }

  /** Sets the value of a secret, new or not; all nodes use it within a second. */
  @Operation("PUT /api/secrets/{name}")
  public SecretSummary set(String name, String value) {
    return new SecretSummary(
        connection.write("PUT", path(name), JsonObject.of("value", Json.of(value))));
  }

  /** Deletes a secret, unless a connection refers to it. */
  @Operation("DELETE /api/secrets/{name}")
  public void delete(String name) {
    connection.write("DELETE", path(name));
  }

  private static String path(String name) {
    return ApiPath.of(ROOT).segment(name).toString();
  }
}
