package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings flows to a server, all or none: in one request where they fit into one. Where they do not,
 * all parts are tried before the first one is brought.
 */
final class Parts {

  private static final int MOST_FLOWS = 1_000;
  private static final int MOST_BYTES = 2_000_000;

  private Parts() {}

  /** What the server says of each flow, in order. */
  static List<Json> bring(Client client, List<Json> flows, boolean dryRun) {
    List<JsonObject> parts = of(flows);
    if (dryRun || parts.size() == 1) {
      return send(client, parts, dryRun);
    }
    send(client, parts, true);
    return send(client, parts, false);
  }

  private static List<Json> send(Client client, List<JsonObject> parts, boolean dryRun) {
    List<Json> brought = new ArrayList<>();
    for (JsonObject part : parts) {
      Json answer = client.post("/api/import?dryRun=" + dryRun, part);
      brought.addAll(Client.elements(answer.get("flows").orElse(answer)));
    }
    return brought;
  }

  static List<JsonObject> of(List<Json> flows) {
    List<JsonObject> parts = new ArrayList<>();
    List<Json> part = new ArrayList<>();
    int bytes = 0;
    for (Json flow : flows) {
      int more = flow.toUtf8().length + 1;
      if (!part.isEmpty() && (part.size() == MOST_FLOWS || bytes + more > MOST_BYTES)) {
        parts.add(exchange(part));
        part = new ArrayList<>();
        bytes = 0;
      }
      part.add(flow);
      bytes += more;
    }
    if (!part.isEmpty()) {
      parts.add(exchange(part));
    }
    return parts;
  }

  static JsonObject exchange(List<Json> flows) {
    return JsonObject.builder().put("pawl", Json.of(1)).put("flows", JsonArray.of(flows)).build();
  }
}
