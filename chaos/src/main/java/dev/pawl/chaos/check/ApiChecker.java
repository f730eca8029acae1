package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.Answer;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.client.StatusTally.Fault;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Program;
import dev.pawl.sdk.JsonNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Judges servers by their API, the ledger and what clients were told.
 *
 * @param shown what the API shows at the end
 * @param earlier what had ended at an earlier look
 * @param apologies answers of 500 and above, and what excuses them
 */
public record ApiChecker(
    List<Run> runs,
    List<Request> requests,
    List<Effect> effects,
    List<Shown> shown,
    Map<String, Shown.Ended> earlier,
    Apologies apologies) {

  /**
   * What servers said that was not their callers' fault.
   *
   * @param excuses the faults that were made on purpose
   */
  public record Apologies(List<Fault> faults, List<Excuse> excuses) {}

  /** Every promise that was broken, as far as can be seen from outside. */
  public List<Violation> check(Evidence.Conditions conditions) {
    List<Violation> found = new ArrayList<>();
    Map<String, Shown> byId = new HashMap<>();
    Map<String, Integer> begun = new HashMap<>();
    Set<String> complete = new HashSet<>();
    for (Shown one : shown) {
      byId.put(one.id(), one);
      begun.merge(one.run(), 1, Integer::sum);
      if (one.status().equals("SUCCEEDED")) {
        complete.add(one.run());
      }
    }
    accepted(byId, found::add);
    ended(byId, found::add);
    StartCheck.look(runs, requests, begun, found::add);
    EffectCheck.look(runs, effects, complete, conditions.losses(), found::add);
    shown.forEach(one -> history(one, conditions.longestGap(), found::add));
    answered(found::add);
    return found;
  }

  /** How long an execution stood still at most. */
  public Duration standstill() {
    Duration longest = Duration.ZERO;
    for (Shown one : shown) {
      for (int i = 1; i < one.times().size(); i++) {
        Duration gap = Duration.between(one.times().get(i - 1), one.times().get(i));
        longest = gap.compareTo(longest) > 0 ? gap : longest;
      }
    }
    return longest;
  }

  /** How many side effects there were beyond the first of each attempt. */
  public long repeats() {
    long once =
        effects.stream().map(effect -> effect.key() + " " + effect.attempt()).distinct().count();
    return effects.size() - once;
  }

  private void accepted(Map<String, Shown> byId, Consumer<Violation> found) {
    for (Request request : requests) {
      if (request.answer() == Answer.OK && !byId.containsKey(request.execution().orElse(""))) {
        found.accept(
            new Violation(
                "I1",
                request.run(),
                "%s was accepted, but the API shows no %s"
                    .formatted(request.kind(), request.execution())));
      }
    }
  }

  private void answered(Consumer<Violation> found) {
    for (Fault fault : apologies.faults()) {
      if (apologies.excuses().stream().noneMatch(excuse -> excuse.covers(fault))) {
        found.accept(new Violation("I8", fault.server(), "answered " + fault));
      }
    }
  }

  private void ended(Map<String, Shown> byId, Consumer<Violation> found) {
    Map<String, Program.Expected> expected = new HashMap<>();
    runs.forEach(run -> expected.put(run.name(), run.program().expected()));
    for (Shown one : shown) {
      Program.Expected wanted = Optional.ofNullable(expected.get(one.run())).orElseThrow();
      if (!one.status().equals(wanted.status().name())) {
        found.accept(
            new Violation(
                one.hasEnded() ? "I2" : "I5",
                one.id(),
                "it was to be %s and is %s: %s"
                    .formatted(wanted.status(), one.status(), one.failure())));
      } else if (one.status().equals("SUCCEEDED")
          && !one.counter().equals(Optional.of(JsonNumber.of(wanted.counter())))) {
        found.accept(
            new Violation(
                "I2",
                one.id(),
                "its result was to be %d and is %s".formatted(wanted.counter(), one.counter())));
      }
    }
    earlier.forEach(
        (id, before) -> {
          Shown now = byId.get(id);
          if (now != null && !now.ended().equals(before)) {
            found.accept(
                new Violation("I4", id, "it was %s and is %s".formatted(before, now.ended())));
          }
        });
  }

  private static void history(Shown one, Duration longest, Consumer<Violation> found) {
    if (new HashSet<>(one.steps()).size() < one.steps().size()) {
      found.accept(new Violation("I3", one.id(), "a step is there twice: " + one.steps()));
    }
    for (int i = 1; i < one.times().size(); i++) {
      Instant before = one.times().get(i - 1);
      Duration gap = Duration.between(before, one.times().get(i));
      if (gap.compareTo(longest) > 0) {
        found.accept(
            new Violation(
                "I9",
                one.id(),
                "it stood still for %d s at %s".formatted(gap.toSeconds(), before)));
      }
      if (gap.isNegative()) {
        found.accept(new Violation("I4", one.id(), "it ended before its last step at " + before));
      }
    }
  }
}
