package dev.pawl.client.admin;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import java.util.stream.Stream;

/** The API keys of the caller's tenant. */
public final class KeysApi {

  private static final String ROOT = "/api/keys";

  private final ApiConnection connection;

  public KeysApi(ApiConnection connection) {
    this.connection = connection;
  }

  @Operation("GET /api/keys")
  public Stream<ApiKey> list() {
    return connection.list(ROOT).map(ApiKey::new);
  }

  /** Creates a key; it can have only permissions that the key of the caller has. */
  @Operation("POST /api/keys")
  public IssuedKey create(NewKey key) {
    return new IssuedKey(connection.write("POST", ROOT, key.json()));
  }

  /** Revokes a key: requests with it are refused from now on. */
  @Operation("DELETE /api/keys/{id}")
  public void revoke(String id) {
    connection.write("DELETE", ApiPath.of(ROOT).segment(id).toString());
  }
}
