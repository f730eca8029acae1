package dev.pawl.cli.remote.flow;

import dev.pawl.cli.file.FlowFile;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.FindingJson;
import dev.pawl.cli.show.LineDiff;
import dev.pawl.cli.show.Paint;
import dev.pawl.client.PawlClient;
import dev.pawl.client.flow.Flow;
import dev.pawl.client.flow.PortableFlow;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The change that deploying one file makes on a server.
 *
 * @param before the current draft; empty if there is none
 * @param revision the revision of that draft; 0 if there is none
 * @param publishes true if the draft is to become a version
 * @param findings the findings known before the file is sent
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

  /** The effect on the draft. */
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

  static Deployment of(PawlClient client, FlowFile file, boolean publish) {
    String code = file.deploymentCode();
    // For some codes this path is another endpoint, or the id of another flow.
    Optional<Flow> existing = client.flows().find(code).filter(flow -> flow.code().equals(code));
    String before = existing.flatMap(Flow::draftSource).orElse("");
    Change change =
        existing.isEmpty() ? Change.NEW : before.equals(file.text()) ? Change.SAME : Change.CHANGED;
    boolean publishes = publish && !isActive(client, code, existing, file.text());
    int revision = existing.map(Flow::revision).orElse(0);
    List<FindingDetails> findings =
        change == Change.SAME
            ? FindingDetails.ofAnswer(existing.orElseThrow().json())
            : file.findings().stream().map(FindingDetails::of).toList();
    return new Deployment(code, change, before, file.text(), revision, publishes, findings);
  }

  private static boolean isActive(
      PawlClient client, String code, Optional<Flow> existing, String text) {
    return existing
        .flatMap(Flow::activeVersion)
        .flatMap(active -> client.flows().version(code, active).source())
        .filter(text::equals)
        .isPresent();
  }

  boolean isUnchanged() {
    return change == Change.SAME && !publishes;
  }

  /** Returns the changes of the draft as a line diff; empty if it does not change. */
  String diff(Paint paint) {
    return LineDiff.of(before, after, paint);
  }

  /** Returns the flow to import; the server refuses it if the draft has been changed meanwhile. */
  PortableFlow flow() {
    JsonObject written =
        JsonObject.builder()
            .put("source", Json.of(after))
            .put("format", Json.of(DocumentFormat.ofText(after).name().toLowerCase(Locale.ROOT)))
            .build();
    JsonObject flow =
        JsonObject.builder()
            .put("code", Json.of(code))
            .put("draft", written)
            .put("revision", Json.of(revision))
            .build();
    return new PortableFlow(publishes ? flow.with("active", written) : flow);
  }

  /**
   * Returns the JSON of the change that was made or, in a dry run, would be made.
   *
   * @param result the server's result for this flow; null in JSON if it was not sent
   */
  JsonObject toJson(Json result) {
    List<FindingDetails> found =
        result.get("findings").isPresent() ? FindingDetails.ofAnswer(result) : findings;
    JsonObject json =
        JsonObject.builder()
            .put("code", Json.of(code))
            .put("change", Json.of(change.name().toLowerCase(Locale.ROOT)))
            .put("publish", Json.of(publishes))
            .put("diff", Json.of(diff(Paint.PLAIN)))
            .put("findings", FindingJson.ofDetails(found))
            .build();
    return result
        .get("version")
        .filter(version -> !version.equals(JsonNull.NULL))
        .map(version -> json.with("version", version))
        .orElse(json);
  }
}
