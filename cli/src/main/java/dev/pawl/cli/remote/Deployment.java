package dev.pawl.cli.remote;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.Locale;
import java.util.Optional;

/**
 * What it takes to bring one file to a server.
 *
 * @param before the draft that is there; empty if there is none
 * @param publishes whether the draft is to become a version
 */
record Deployment(String code, Change change, String before, String after, boolean publishes) {

  /** What becomes of the draft. */
  enum Change {
    NEW,
    CHANGED,
    SAME;

    String word(boolean dryRun) {
      return switch (this) {
        case NEW -> dryRun ? "would be created" : "created";
        case CHANGED -> dryRun ? "would be changed" : "changed";
        case SAME -> "is the same";
      };
    }
  }

  static Deployment of(Client client, FlowFile file, boolean publish) {
    String code = file.code();
    Optional<Json> there = find(client, path(code));
    String before =
        there.flatMap(flow -> flow.get("draft")).map(d -> Executions.text(d, "source")).orElse("");
    Change change =
        there.isEmpty() ? Change.NEW : before.equals(file.text()) ? Change.SAME : Change.CHANGED;
    boolean publishes = publish && !isActive(client, code, there, file.text());
    return new Deployment(code, change, before, file.text(), publishes);
  }

  private static boolean isActive(Client client, String code, Optional<Json> there, String text) {
    return there
        .flatMap(flow -> flow.get("active"))
        .filter(active -> !active.equals(JsonNull.NULL))
        .flatMap(active -> find(client, path(code) + "/versions/" + active.asText()))
        .map(version -> Executions.text(version, "source").equals(text))
        .orElse(false);
  }

  private static Optional<Json> find(Client client, String path) {
    try {
      return Optional.of(client.get(path));
    } catch (ProblemException problem) {
      if (problem.status() == 404) {
        return Optional.empty();
      }
      throw problem;
    }
  }

  private static String path(String code) {
    return "/api/flows/" + Client.part(code);
  }

  /** What would be done. */
  JsonObject told() {
    return JsonObject.builder()
        .put("code", Json.of(code))
        .put("change", Json.of(change.name().toLowerCase(Locale.ROOT)))
        .put("publish", Json.of(publishes))
        .build();
  }

  /** Does it, and tells which version runs now. */
  JsonObject done(Client client) {
    JsonObject source =
        JsonObject.builder()
            .put("source", Json.of(after))
            .put("format", Json.of(Format.ofText(after).name().toLowerCase(Locale.ROOT)))
            .build();
    switch (change) {
      case NEW -> client.post("/api/flows", source.with("code", Json.of(code)));
      case CHANGED -> client.put(path(code), source);
      case SAME -> {}
    }
    if (!publishes) {
      return told();
    }
    Json published = client.post(path(code) + "/publish", JsonObject.EMPTY);
    return told().with("version", published.get("active").orElse(JsonNull.NULL));
  }
}
