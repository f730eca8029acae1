package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What executions are looked for by; all of it must fit. */
final class Filter {

  @Option(names = "--flow", paramLabel = "FLOW", description = "Of that flow.")
  private @Nullable String flow;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Such as running, waiting, paused, succeeded, failed.")
  private @Nullable String status;

  @Option(names = "--business-key", paramLabel = "TEXT", description = "With that business key.")
  private @Nullable String businessKey;

  @Option(
      names = "--label",
      paramLabel = "NAME:VALUE",
      description = "With that label; may be given again.")
  private List<String> labels = List.of();

  @Option(names = "--error", paramLabel = "NAME", description = "That failed with that error.")
  private @Nullable String error;

  @Option(names = "--from", paramLabel = "TIME", description = "Started at that time or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Started before that time.")
  private @Nullable String to;

  @Option(names = "--test", description = "Only tests, which are left out otherwise.")
  private boolean test;

  @Option(
      names = "--parent",
      paramLabel = "ID",
      description = {
        "Children of that execution; 'any' for top-level executions and all children.",
        "Only top-level executions if nothing is said."
      })
  private @Nullable String parent;

  boolean isEmpty() {
    return members().isEmpty();
  }

  /** As the query of a list; empty if nothing was said. */
  String query() {
    List<String> parts = new ArrayList<>();
    members()
        .forEach(
            (name, value) ->
                (value instanceof JsonArray array ? array.elements() : List.of(value))
                    .forEach(one -> parts.add(name + "=" + Client.part(one.asText()))));
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  boolean hasParent() {
    return parent != null;
  }

  /** Shows top-level executions and all children. */
  void showChildren() {
    parent = "any";
  }

  JsonObject json() {
    return JsonObject.of(members());
  }

  private Map<String, Json> members() {
    Map<String, Json> members = new LinkedHashMap<>();
    put(members, "flow", flow);
    put(members, "status", status == null ? null : status.toUpperCase(Locale.ROOT));
    put(members, "businessKey", businessKey);
    if (!labels.isEmpty()) {
      members.put("label", JsonArray.of(labels.stream().map(Json::of).toList()));
    }
    put(members, "error", error);
    put(members, "from", from);
    put(members, "to", to);
    put(members, "test", test ? "true" : null);
    put(members, "parent", parent);
    return members;
  }

  private static void put(Map<String, Json> members, String name, @Nullable String value) {
    if (value != null) {
      members.put(name, Json.of(value));
    }
  }
}
