package dev.pawl.client.admin;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A request for an API key. The methods return changed copies.
 *
 * @param json the body of the request
 */
public record NewKey(JsonObject json) {

  /**
   * Returns a request for a key.
   *
   * @param roles such as {@code viewer}, {@code worker}, {@code operator}, {@code publisher}
   */
  public static NewKey of(String name, String... roles) {
    return new NewKey(JsonObject.of("name", Json.of(name))).with("roles", List.of(roles));
  }

  public NewKey expiresAt(Instant time) {
    return new NewKey(json.with("expiresAt", Json.of(time.toString())));
  }

  /** Limits the key to single flows, by their codes. */
  public NewKey flows(Collection<String> flows) {
    return with("flows", flows);
  }

  /** Limits the key to the tasks of single resources. */
  public NewKey resources(Collection<String> resources) {
    return with("resources", resources);
  }

  private NewKey with(String member, Collection<String> values) {
    return new NewKey(json.with(member, JsonArray.of(values.stream().map(Json::of).toList())));
  }
}
