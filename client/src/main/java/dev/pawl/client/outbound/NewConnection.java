package dev.pawl.client.outbound;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * A connection to another system that is to be created or replaced. The methods return changed
 * copies.
 *
 * @param json the body of the request
 */
public record NewConnection(JsonObject json) {

  /** Returns a connection to the server at a base URL. */
  public static NewConnection http(String url) {
    return of("http", url);
  }

  /**
   * Returns a connection.
   *
   * @param kind {@code http}, {@code smtp} or {@code smpp}
   * @param address base URL of kind http; {@code host:port} of the other kinds
   */
  public static NewConnection of(String kind, String address) {
    return new NewConnection(
        JsonObject.of("kind", Json.of(kind)).with("address", Json.of(address)));
  }

  /** Sets the encryption: {@code none}, {@code starttls} or {@code tls}. */
  public NewConnection tls(String tls) {
    return new NewConnection(json.with("tls", Json.of(tls)));
  }

  /**
   * Sets the credentials; passwords and tokens are references such as {@code {{ secret('x') }}}.
   */
  public NewConnection auth(JsonObject auth) {
    return new NewConnection(json.with("auth", auth));
  }

  /** Adds a call by name. */
  public NewConnection operation(String name, String method, String path) {
    JsonObject operations =
        json.get("operations").orElse(JsonObject.EMPTY) instanceof JsonObject known
            ? known
            : JsonObject.EMPTY;
    return new NewConnection(
        json.with(
            "operations",
            operations.with(
                name, JsonObject.of("method", Json.of(method)).with("path", Json.of(path)))));
  }

  /** Sets further settings of its kind. */
  public NewConnection options(JsonObject options) {
    return new NewConnection(json.with("options", options));
  }

  /** Allows addresses of private networks; the server refuses it unless the caller may. */
  public NewConnection allowPrivate() {
    return new NewConnection(json.with("allowPrivate", Json.of(true)));
  }
}
