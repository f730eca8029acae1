package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.RequestKind;
import dev.pawl.chaos.client.Request.RequestResult;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** I1: accepted requests took effect exactly once, refused requests did not. */
final class AcceptanceCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, StoredExecution> traces = new HashMap<>();
    evidence.traces().forEach(trace -> traces.put(trace.id(), trace));
    Set<String> sent = new HashSet<>();
    Set<String> accepted = new HashSet<>();
    for (Request request : evidence.requests()) {
      if (request.kind() == RequestKind.EVENT) {
        sent.add(request.key().orElseThrow());
      }
      if (request.answer() == RequestResult.OK) {
        String id = request.execution().orElseThrow();
        if (!traces.containsKey(id)) {
          found.accept(
              new InvariantViolation(
                  "I1", request.run(), request.kind() + " was accepted, but there is no " + id));
        } else if (request.kind() == RequestKind.EVENT && !isCancelled(traces.get(id))) {
          accepted.add(request.key().orElseThrow());
        }
      }
    }
    Map<String, Integer> arrived = new HashMap<>();
    evidence.traces().forEach(trace -> count(trace, arrived));
    arrived.forEach(
        (event, times) -> {
          if (!sent.contains(event)) {
            found.accept(
                new InvariantViolation("I1", event, "an event arrived that no client sent"));
          }
          if (times > 1) {
            found.accept(
                new InvariantViolation(
                    "I6", event, "an event sent once arrived %d times".formatted(times)));
          }
        });
    accepted.removeAll(arrived.keySet());
    accepted.forEach(
        event ->
            found.accept(
                new InvariantViolation("I1", event, "the event was accepted and is lost")));
  }

  /** Returns true if the execution was cancelled: messages after the cancel are never read. */
  private static boolean isCancelled(StoredExecution trace) {
    return trace.status() == Status.CANCELLED;
  }

  private static void count(StoredExecution trace, Map<String, Integer> arrived) {
    for (RecordedFact recorded : trace.facts()) {
      if (recorded.fact() instanceof Fact.EventArrived event) {
        arrived.merge(id(event), 1, Integer::sum);
      }
    }
  }

  /** Returns the idempotency key of the event. */
  static String id(Fact.EventArrived event) {
    return event.payload().get("id").map(Json::asText).orElse("?");
  }
}
