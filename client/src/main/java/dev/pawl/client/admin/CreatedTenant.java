package dev.pawl.client.admin;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;

/**
 * A new tenant with its first key, which the server shows only once.
 *
 * @param json as the server sent it
 */
public record CreatedTenant(Json json) {

  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  public String name() {
    return JsonMembers.textOrEmpty(json, "name");
  }

  /** Returns the secret of an administrator's key of the tenant. */
  public String key() {
    return JsonMembers.textOrEmpty(json, "key");
  }

  /** Leaves out the secret so that it is not logged. */
  @Override
  public String toString() {
    return "tenant " + code();
  }
}
