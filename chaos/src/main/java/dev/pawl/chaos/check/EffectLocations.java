package dev.pawl.chaos.check;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.simulation.PredictedFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds runs and labels of effects whose handlers know only their execution and step. */
final class EffectLocations {

  private final Map<String, StoredExecution> traces = new HashMap<>();

  EffectLocations(List<StoredExecution> traces) {
    traces.forEach(trace -> this.traces.put(trace.id(), trace));
  }

  /** Returns all effects with their runs and labels; one of an unknown execution is a violation. */
  List<Effect> locate(List<Effect> effects, Consumer<InvariantViolation> found) {
    List<Effect> located = new ArrayList<>();
    for (Effect effect : effects) {
      if (!effect.run().isEmpty()) {
        located.add(effect);
        continue;
      }
      StoredExecution trace = traces.get(effect.execution());
      if (trace != null) {
        located.add(effect.located(trace.run(), prefix(trace) + effect.label()));
      } else {
        found.accept(
            new InvariantViolation(
                "I3", effect.execution(), "it does not exist and did " + effect.label()));
      }
    }
    return located;
  }

  private String prefix(StoredExecution trace) {
    Optional<ExecutionMetadata.Parent> parent = trace.info().parent();
    return parent
        .map(up -> PredictedFlow.childPrefix(prefix(up) + up.step(), up.number()))
        .orElse("");
  }

  /** Returns the prefix of the parent; empty if it does not exist, which another check reports. */
  private String prefix(ExecutionMetadata.Parent parent) {
    return Optional.ofNullable(traces.get(parent.id().toString())).map(this::prefix).orElse("");
  }
}
