package dev.pawl.client.outbound;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;

/**
 * A named connection to another system; its credentials are references to secrets.
 *
 * @param json as the server sent it
 */
public record ConnectionInfo(Json json) {

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns the protocol: {@code http}, {@code smtp} or {@code smpp}. */
  public String kind() {
    return JsonMembers.textOrEmpty(json, "kind");
  }

  /** Returns the base URL of kind http, {@code host:port} of the other kinds. */
  public String address() {
    return JsonMembers.textOrEmpty(json, "address");
  }

  /** Returns the encryption: {@code none}, {@code starttls} or {@code tls}. */
  public String tls() {
    return JsonMembers.textOrEmpty(json, "tls");
  }

  /** Returns the credentials with references to secrets. */
  public Json auth() {
    return JsonMembers.value(json, "auth").orElse(JsonObject.EMPTY);
  }

  /** Returns the calls by name, each with {@code method} and {@code path}. */
  public Json operations() {
    return JsonMembers.value(json, "operations").orElse(JsonObject.EMPTY);
  }

  public Json options() {
    return JsonMembers.value(json, "options").orElse(JsonObject.EMPTY);
  }

  /** Returns true if addresses of private networks are allowed. */
  public boolean allowPrivate() {
    return JsonMembers.flag(json, "allowPrivate");
  }

  public Instant updatedAt() {
    return JsonMembers.timeOrEpoch(json, "updatedAt");
  }

  public String updatedBy() {
    return JsonMembers.textOrEmpty(json, "updatedBy");
  }
}
