package dev.pawl.chaos.check;

import dev.pawl.engine.store.ExecutionMetadata;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * I3 for children: each was started once by an existing parent, and none outlives its parent for
 * long.
 */
final class ChildrenCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, StoredExecution> traces = new HashMap<>();
    evidence.traces().forEach(trace -> traces.put(trace.id(), trace));
    Map<String, String> born = new HashMap<>();
    for (StoredExecution trace : evidence.traces()) {
      Optional<ExecutionMetadata.Parent> parent = trace.info().parent();
      if (parent.isEmpty()) {
        continue;
      }
      ExecutionMetadata.Parent of = parent.get();
      String place = "child %d of %s of %s".formatted(of.number(), of.step(), of.id());
      String twin = born.putIfAbsent(place, trace.id());
      if (twin != null && !twin.equals(trace.id())) {
        found.accept(
            new InvariantViolation("I3", trace.id(), place + " was started before, as " + twin));
      }
      StoredExecution elder = traces.get(of.id().toString());
      if (elder == null) {
        found.accept(
            new InvariantViolation("I3", trace.id(), "its parent does not exist: " + of.id()));
      } else if (elder.status().isTerminal() && !trace.status().isTerminal()) {
        found.accept(
            new InvariantViolation("I5", trace.id(), "its parent has ended and it has not"));
      }
    }
  }
}
