package dev.pawl.simulation;

import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Minimizes a failing scenario. */
final class ScenarioMinimizer {

  /** Bounds the work of one minimization; most need a tenth of it. */
  private static final int MAX_TRIES = 3_000;

  private final Simulation simulation;
  private int tries;

  ScenarioMinimizer(Simulation simulation) {
    this.simulation = simulation;
  }

  Scenario shrink(Scenario scenario) {
    String invariant = simulation.failure(scenario).orElseThrow().invariant();
    Scenario smallest = scenario;
    Optional<Scenario> smaller = Optional.of(scenario);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller = firstFailing(smallest, invariant);
    }
    return smallest;
  }

  private Optional<Scenario> firstFailing(Scenario scenario, String invariant) {
    for (Scenario candidate : candidates(scenario)) {
      if (++tries > MAX_TRIES) {
        return Optional.empty();
      }
      if (fails(candidate, invariant)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private boolean fails(Scenario candidate, String invariant) {
    if (!Definitions.read(candidate.document()).isValid()) {
      return false;
    }
    return simulation
        .failure(candidate)
        .filter(found -> found.invariant().equals(invariant))
        .isPresent();
  }

  private static List<Scenario> candidates(Scenario s) {
    List<Scenario> candidates = new ArrayList<>();
    for (int i = 0; i < s.crashes().size(); i++) {
      candidates.add(
          new Scenario(s.seed(), s.document(), s.input(), s.actions(), without(s.crashes(), i)));
    }
    for (int i = 0; i < s.actions().size(); i++) {
      candidates.add(
          new Scenario(s.seed(), s.document(), s.input(), without(s.actions(), i), s.crashes()));
    }
    for (JsonObject document : FlowReductions.of(s.document())) {
      candidates.add(new Scenario(s.seed(), document, s.input(), s.actions(), s.crashes()));
    }
    for (Json input : FlowReductions.inputs(s.input())) {
      candidates.add(new Scenario(s.seed(), s.document(), input, s.actions(), s.crashes()));
    }
    return candidates;
  }

  static <T> List<T> without(List<T> list, int index) {
    List<T> rest = new ArrayList<>(list);
    rest.remove(index);
    return rest;
  }
}
