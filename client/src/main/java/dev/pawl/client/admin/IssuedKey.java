package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * A new API key with its secret, which the server shows only once.
 *
 * @param json as the server sent it
 */
public record IssuedKey(Json json) {

  public String id() {
    return JsonMembers.textOrEmpty(json, "id");
  }

  /** Returns the secret that requests are sent with. */
  public String key() {
    return JsonMembers.textOrEmpty(json, "key");
  }

  /** Leaves out the secret so that it is not logged. */
  @Override
  public String toString() {
    return "key " + id();
  }
}
