package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.RequestKind;
import dev.pawl.chaos.client.Request.RequestResult;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** I10: if one event was accepted before another was sent, it is applied first. */
final class OrderCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, Request> accepted = new HashMap<>();
    for (Request request : evidence.requests()) {
      if (request.is(RequestKind.EVENT, RequestResult.OK)) {
        // For a key that was accepted twice, the first acceptance counts.
        accepted.merge(
            request.key().orElseThrow(),
            request,
            (one, other) -> one.answered() <= other.answered() ? one : other);
      }
    }
    for (StoredExecution trace : evidence.traces()) {
      List<Request> arrived = new ArrayList<>();
      for (RecordedFact recorded : trace.facts()) {
        if (recorded.fact() instanceof Fact.EventArrived event) {
          Request request = accepted.get(AcceptanceCheck.id(event));
          if (request != null) {
            arrived.add(request);
          }
        }
      }
      check(trace, arrived, found);
    }
  }

  private static void check(
      StoredExecution trace, List<Request> arrived, Consumer<InvariantViolation> found) {
    long latestSent = Long.MIN_VALUE;
    for (Request request : arrived) {
      if (request.answered() < latestSent) {
        found.accept(
            new InvariantViolation(
                "I10",
                trace.id(),
                "event %s was accepted before another was sent, and came after it"
                    .formatted(request.key().orElse(""))));
      }
      latestSent = Math.max(latestSent, request.sent());
    }
  }
}
