package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.Answer;
import dev.pawl.chaos.client.Request.Kind;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** I10: of two events, the one that was accepted before the other was sent is applied first. */
final class OrderCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Map<String, Request> accepted = new HashMap<>();
    for (Request request : evidence.requests()) {
      if (request.is(Kind.EVENT, Answer.OK)) {
        // A key that was accepted twice counts from the first time.
        accepted.merge(
            request.key().orElseThrow(),
            request,
            (one, other) -> one.answered() <= other.answered() ? one : other);
      }
    }
    for (Trace trace : evidence.traces()) {
      List<Request> arrived = new ArrayList<>();
      for (Recorded recorded : trace.facts()) {
        if (recorded.fact() instanceof Fact.EventArrived event) {
          Request request = accepted.get(AcceptanceCheck.id(event));
          if (request != null) {
            arrived.add(request);
          }
        }
      }
      look(trace, arrived, found);
    }
  }

  private static void look(Trace trace, List<Request> arrived, Consumer<Violation> found) {
    long latestSent = Long.MIN_VALUE;
    for (Request request : arrived) {
      if (request.answered() < latestSent) {
        found.accept(
            new Violation(
                "I10",
                trace.id(),
                "event %s was accepted before another was sent, and came after it"
                    .formatted(request.key().orElse(""))));
      }
      latestSent = Math.max(latestSent, request.sent());
    }
  }
}
