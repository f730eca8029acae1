package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.Answer;
import dev.pawl.chaos.client.Request.Kind;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** I1: what was accepted is there, once; what was refused is not. */
final class AcceptanceCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Map<String, Trace> traces = new HashMap<>();
    evidence.traces().forEach(trace -> traces.put(trace.id(), trace));
    Set<String> sent = new HashSet<>();
    Set<String> accepted = new HashSet<>();
    for (Request request : evidence.requests()) {
      if (request.kind() == Kind.EVENT) {
        sent.add(request.key().orElseThrow());
      }
      if (request.answer() == Answer.OK) {
        String id = request.execution().orElseThrow();
        if (!traces.containsKey(id)) {
          found.accept(
              new Violation(
                  "I1", request.run(), request.kind() + " was accepted, but there is no " + id));
        } else if (request.kind() == Kind.EVENT && !isCancelled(traces.get(id))) {
          accepted.add(request.key().orElseThrow());
        }
      }
    }
    Map<String, Integer> arrived = new HashMap<>();
    evidence.traces().forEach(trace -> count(trace, arrived));
    arrived.forEach(
        (event, times) -> {
          if (!sent.contains(event)) {
            found.accept(new Violation("I1", event, "an event arrived that nobody sent"));
          }
          if (times > 1) {
            found.accept(
                new Violation("I6", event, "an event sent once arrived %d times".formatted(times)));
          }
        });
    accepted.removeAll(arrived.keySet());
    accepted.forEach(
        event -> found.accept(new Violation("I1", event, "the event was accepted and is lost")));
  }

  /** A cancel may come first, and then nobody reads the rest. */
  private static boolean isCancelled(Trace trace) {
    return trace.status() == Status.CANCELLED;
  }

  private static void count(Trace trace, Map<String, Integer> arrived) {
    for (Recorded recorded : trace.facts()) {
      if (recorded.fact() instanceof Fact.EventArrived event) {
        arrived.merge(id(event), 1, Integer::sum);
      }
    }
  }

  /** The key under which a client sent the event. */
  static String id(Fact.EventArrived event) {
    return event.payload().get("id").map(Json::asText).orElse("?");
  }
}
