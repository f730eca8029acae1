package dev.pawl.chaos.check;

import dev.pawl.engine.store.Card;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** I3 for children: each was born once, to a parent that exists, and none outlives it for long. */
final class FamilyCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Map<String, Trace> traces = new HashMap<>();
    evidence.traces().forEach(trace -> traces.put(trace.id(), trace));
    Map<String, String> born = new HashMap<>();
    for (Trace trace : evidence.traces()) {
      Optional<Card.Parent> parent = trace.card().parent();
      if (parent.isEmpty()) {
        continue;
      }
      Card.Parent of = parent.get();
      String place = "child %d of %s of %s".formatted(of.number(), of.step(), of.id());
      String twin = born.putIfAbsent(place, trace.id());
      if (twin != null && !twin.equals(trace.id())) {
        found.accept(new Violation("I3", trace.id(), place + " was born before, as " + twin));
      }
      Trace elder = traces.get(of.id().toString());
      if (elder == null) {
        found.accept(new Violation("I3", trace.id(), "its parent does not exist: " + of.id()));
      } else if (elder.status().isTerminal() && !trace.status().isTerminal()) {
        found.accept(new Violation("I5", trace.id(), "its parent has ended and it has not"));
      }
    }
  }
}
