package dev.pawl.chaos.check;

import dev.pawl.chaos.check.Evidence.Losses;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.engine.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * I3: every effect happened under one idempotency key, and more than once only where a fault
 * excuses it.
 */
final class EffectCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Set<String> complete = new HashSet<>();
    for (StoredExecution trace : evidence.traces()) {
      if (trace.isRoot() && trace.status() == Status.SUCCEEDED) {
        complete.add(trace.run());
      }
    }
    List<Effect> effects = new EffectLocations(evidence.traces()).locate(evidence.effects(), found);
    check(evidence.runs(), effects, complete, evidence.conditions().losses(), found);
  }

  /**
   * Adds the violations of I3.
   *
   * @param complete the names of the runs that succeeded
   */
  static void check(
      List<Run> runs,
      List<Effect> effects,
      Set<String> complete,
      Losses losses,
      Consumer<InvariantViolation> found) {
    Map<String, Map<String, List<Effect>>> byRun = new HashMap<>();
    for (Effect effect : effects) {
      byRun
          .computeIfAbsent(effect.run(), run -> new HashMap<>())
          .computeIfAbsent(effect.label(), label -> new ArrayList<>())
          .add(effect);
    }
    for (Run run : runs) {
      Map<String, List<Effect>> seen = byRun.getOrDefault(run.name(), Map.of());
      check(run, seen, complete.contains(run.name()), losses, found);
    }
  }

  private static void check(
      Run run,
      Map<String, List<Effect>> seen,
      boolean complete,
      Losses losses,
      Consumer<InvariantViolation> found) {
    Map<String, Integer> expected = run.program().expected().effects();
    expected.forEach(
        (label, attempts) -> {
          List<Effect> effects = seen.getOrDefault(label, List.of());
          boolean mustBe = complete && !run.program().expected().perhaps().contains(label);
          for (int attempt = 1; attempt <= attempts; attempt++) {
            if (mustBe && times(effects, attempt) == 0) {
              found.accept(
                  new InvariantViolation(
                      "I2",
                      run.name(),
                      "attempt %d of %s is missing in the ledger".formatted(attempt, label)));
            }
          }
        });
    seen.forEach(
        (label, effects) -> {
          if (effects.stream().map(Effect::key).distinct().count() > 1) {
            found.accept(
                new InvariantViolation(
                    "I3", run.name(), label + " was done under different idempotency keys"));
          }
          int allowed = expected.getOrDefault(label, 0);
          effects.stream()
              .filter(effect -> effect.attempt() > allowed)
              .findFirst()
              .ifPresent(
                  effect ->
                      found.accept(
                          new InvariantViolation(
                              "I3",
                              run.name(),
                              "unexpected attempt %d of %s".formatted(effect.attempt(), label))));
          repeats(run, label, effects, losses, found);
        });
  }

  private static long times(List<Effect> effects, int attempt) {
    return effects.stream().filter(effect -> effect.attempt() == attempt).count();
  }

  private static void repeats(
      Run run,
      String label,
      List<Effect> effects,
      Losses losses,
      Consumer<InvariantViolation> found) {
    Map<Integer, Map<String, Integer>> byAttempt = new TreeMap<>();
    for (Effect effect : effects) {
      byAttempt
          .computeIfAbsent(effect.attempt(), attempt -> new TreeMap<>())
          .merge(effect.node(), 1, Integer::sum);
    }
    byAttempt.forEach(
        (attempt, byNode) -> {
          boolean byOne =
              byNode.entrySet().stream()
                  .allMatch(node -> node.getValue() <= losses.lives(node.getKey()));
          long inexcusable = byNode.keySet().stream().filter(n -> !losses.excuse(n)).count();
          if (!byOne || inexcusable > 1) {
            found.accept(
                new InvariantViolation(
                    "I3",
                    run.name(),
                    "attempt %d of %s was repeated without an excuse: %s, with %s"
                        .formatted(attempt, label, byNode, losses)));
          }
        });
  }
}
