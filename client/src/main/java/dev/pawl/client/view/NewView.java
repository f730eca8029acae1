package dev.pawl.client.view;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/**
 * A saved view of the console that is to be created or replaced.
 *
 * @param page page of the console, such as {@code executions}
 * @param query what the page shows
 * @param shared true shows it to everybody in the tenant
 */
public record NewView(String page, String name, JsonObject query, boolean shared) {

  Json json() {
    return JsonObject.of("page", Json.of(page))
        .with("name", Json.of(name))
        .with("query", query)
        .with("shared", Json.of(shared));
  }
}
