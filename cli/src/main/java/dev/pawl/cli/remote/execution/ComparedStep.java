package dev.pawl.cli.remote.execution;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A step of a compared execution, with digests instead of payloads.
 *
 * @param status its last status
 * @param error its last error; empty if it has none
 * @param tookMs milliseconds from its first change to its last; empty while it runs
 */
record ComparedStep(
    String id,
    String frame,
    String state,
    String status,
    String error,
    String input,
    String output,
    Optional<Long> tookMs) {

  private static final String OPEN = "PENDING RUNNING";

  private record Change(long from, long to, String status, String error) {}

  /** Reads the steps of an outline with digests, in the order of their starts. */
  static List<ComparedStep> of(Json outline) {
    List<String> statuses = JsonMembers.texts(outline, "statuses");
    List<String> states = JsonMembers.texts(outline, "states");
    List<String> errors = JsonMembers.texts(outline, "errors");
    List<String> frames = JsonMembers.texts(outline, "frames");
    Map<Long, Change> changes = changes(outline, statuses, errors);
    Columns steps = new Columns(outline.get("steps").orElse(JsonObject.EMPTY));
    List<ComparedStep> found = new ArrayList<>();
    for (int row = 0; row < steps.size("index"); row++) {
      String frame = frames.get((int) steps.number("frame", row));
      Change change =
          changes.getOrDefault(steps.number("index", row), new Change(0, 0, "PENDING", ""));
      found.add(
          new ComparedStep(
              (frame.equals("/") ? "/" : frame) + "@" + steps.number("visit", row),
              frame,
              states.get((int) steps.number("state", row)),
              change.status(),
              change.error(),
              steps.text("input", row),
              steps.text("output", row),
              OPEN.contains(change.status())
                  ? Optional.empty()
                  : Optional.of(change.to() - change.from())));
    }
    return found;
  }

  private static Map<Long, Change> changes(
      Json outline, List<String> statuses, List<String> errors) {
    Columns entries = new Columns(outline.get("entries").orElse(JsonObject.EMPTY));
    Map<Long, Change> changes = new HashMap<>();
    for (int row = 0; row < entries.size("step"); row++) {
      long step = entries.number("step", row);
      long at = entries.number("at", row);
      int error = (int) entries.number("error", row);
      Change before = changes.get(step);
      changes.put(
          step,
          new Change(
              before == null ? at : before.from(),
              at,
              statuses.get((int) entries.number("status", row)),
              error < 0 ? "" : errors.get(error)));
    }
    return changes;
  }

  /** The columns of a table in JSON. */
  private record Columns(Json table) {

    int size(String column) {
      return table.get(column).map(one -> ((JsonArray) one).length()).orElse(0);
    }

    long number(String column, int row) {
      return Long.parseLong(text(column, row));
    }

    String text(String column, int row) {
      return table.get(column).flatMap(values -> values.get(row)).map(Json::asText).orElse("");
    }
  }
}
