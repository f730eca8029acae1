package dev.pawl.server.history;

import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.read.ExecutionTimelines.TimelineReader;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import java.util.HashMap;
import java.util.Map;

/** Digests of the inputs and outputs of steps, by which two executions are compared. */
final class PayloadDigests {

  private static final int HEX_DIGITS = 16;

  private record Digests(String input, String output) {}

  private final Map<StepId, Digests> digests = new HashMap<>();

  PayloadDigests(TimelineReader reader) {
    reader.forEachChange(this::add);
  }

  private void add(StepChange change) {
    // What is undone keeps the payloads that it had; a compensation has an input of its own.
    boolean isUndone =
        change.status() == StepStatus.COMPENSATED || change.status() == StepStatus.ROLLED_BACK;
    if (!isUndone || !digests.containsKey(change.id())) {
      digests.put(
          change.id(),
          new Digests(
              digest(change.place().input()),
              change.result().output().map(PayloadDigests::digest).orElse("")));
    }
  }

  private static String digest(Json value) {
    return Sha256.hex(value.toString()).substring(0, HEX_DIGITS);
  }

  String input(TimelineStep step) {
    Digests found = digests.get(step.id());
    return found == null ? "" : found.input();
  }

  String output(TimelineStep step) {
    Digests found = digests.get(step.id());
    return found == null ? "" : found.output();
  }
}
