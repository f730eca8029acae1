package dev.pawl.cli.remote;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.LineDiff;
import dev.pawl.cli.show.Paint;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What it takes to bring one file to a server.
 *
 * @param before the draft that is there; empty if there is none
 * @param revision the revision of that draft; 0 if there is none
 * @param publishes whether the draft is to become a version
 * @param findings what is known about it before it is sent
 */
record Deployment(
    String code,
    Change change,
    String before,
    String after,
    int revision,
    boolean publishes,
    List<FindingDetails> findings) {

  Deployment {
    findings = List.copyOf(findings);
  }

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
    // What is there may be something else that stands at this address.
    Optional<Json> there =
        find(client, path(code)).filter(flow -> Executions.text(flow, "code").equals(code));
    String before =
        there.flatMap(flow -> flow.get("draft")).map(d -> Executions.text(d, "source")).orElse("");
    Change change =
        there.isEmpty() ? Change.NEW : before.equals(file.text()) ? Change.SAME : Change.CHANGED;
    boolean publishes = publish && !isActive(client, code, there, file.text());
    int revision = there.map(flow -> Integer.parseInt(Executions.text(flow, "revision"))).orElse(0);
    List<FindingDetails> findings =
        change == Change.SAME
            ? FindingDetails.ofAnswer(there.orElseThrow())
            : file.findings().stream().map(FindingDetails::of).toList();
    return new Deployment(code, change, before, file.text(), revision, publishes, findings);
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

  boolean isNothing() {
    return change == Change.SAME && !publishes;
  }

  /** What changes in the draft; empty if nothing does. */
  String diff(Paint paint) {
    return LineDiff.of(before, after, paint);
  }

  /** As an import takes it; refused if somebody saves another draft meanwhile. */
  JsonObject flow() {
    JsonObject written =
        JsonObject.builder()
            .put("source", Json.of(after))
            .put("format", Json.of(Format.ofText(after).name().toLowerCase(Locale.ROOT)))
            .build();
    JsonObject flow =
        JsonObject.builder()
            .put("code", Json.of(code))
            .put("draft", written)
            .put("revision", Json.of(revision))
            .build();
    return publishes ? flow.with("active", written) : flow;
  }

  /**
   * What was done, or would be.
   *
   * @param brought what the server says of it
   */
  JsonObject told(Json brought) {
    List<FindingDetails> found =
        brought.get("findings").isPresent() ? FindingDetails.ofAnswer(brought) : findings;
    JsonObject told =
        JsonObject.builder()
            .put("code", Json.of(code))
            .put("change", Json.of(change.name().toLowerCase(Locale.ROOT)))
            .put("publish", Json.of(publishes))
            .put("diff", Json.of(diff(Paint.PLAIN)))
            .put("findings", FindingJson.ofDetails(found))
            .build();
    return brought
        .get("version")
        .filter(version -> !version.equals(JsonNull.NULL))
        .map(version -> told.with("version", version))
        .orElse(told);
  }
}
