package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.RequestResult;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.client.StatusTally.Fault;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Program;
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
 * Checks servers by their API, the ledger and the answers that clients got.
 *
 * @param shown what the API shows at the end
 * @param earlier executions that had ended at an earlier reading
 * @param errors answers with status 500 and above, and their excuses
 */
public record ApiChecker(
    List<Run> runs,
    List<Request> requests,
    List<Effect> effects,
    List<ApiExecution> shown,
    Map<String, ApiExecution.Ended> earlier,
    ServerErrors errors) {

  /**
   * Server errors and the faults that excuse them.
   *
   * @param excuses the injected faults
   */
  public record ServerErrors(List<Fault> faults, List<ExcusedFault> excuses) {}

  /** Returns every violation that can be seen from outside. */
  public List<InvariantViolation> check(Evidence.Conditions conditions) {
    List<InvariantViolation> found = new ArrayList<>();
    Map<String, ApiExecution> byId = new HashMap<>();
    Map<String, Integer> begun = new HashMap<>();
    Set<String> complete = new HashSet<>();
    for (ApiExecution one : shown) {
      byId.put(one.id(), one);
      begun.merge(one.run(), 1, Integer::sum);
      if (one.status().equals("SUCCEEDED")) {
        complete.add(one.run());
      }
    }
    accepted(byId, found::add);
    ended(byId, found::add);
    StartCheck.check(runs, requests, begun, found::add);
    EffectCheck.check(runs, effects, complete, conditions.losses(), found::add);
    shown.forEach(one -> history(one, conditions.longestGap(), found::add));
    answered(found::add);
    return found;
  }

  /** Returns the longest time that an execution made no progress. */
  public Duration standstill() {
    Duration longest = Duration.ZERO;
    for (ApiExecution one : shown) {
      for (int i = 1; i < one.times().size(); i++) {
        Duration gap = Duration.between(one.times().get(i - 1), one.times().get(i));
        longest = gap.compareTo(longest) > 0 ? gap : longest;
      }
    }
    return longest;
  }

  /** Returns the number of side effects beyond the first of each attempt. */
  public long repeats() {
    long once =
        effects.stream().map(effect -> effect.key() + " " + effect.attempt()).distinct().count();
    return effects.size() - once;
  }

  private void accepted(Map<String, ApiExecution> byId, Consumer<InvariantViolation> found) {
    for (Request request : requests) {
      if (request.answer() == RequestResult.OK
          && !byId.containsKey(request.execution().orElse(""))) {
        found.accept(
            new InvariantViolation(
                "I1",
                request.run(),
                "%s was accepted, but the API shows no %s"
                    .formatted(request.kind(), request.execution())));
      }
    }
  }

  private void answered(Consumer<InvariantViolation> found) {
    for (Fault fault : errors.faults()) {
      if (errors.excuses().stream().noneMatch(excuse -> excuse.covers(fault))) {
        found.accept(new InvariantViolation("I8", fault.server(), "answered " + fault));
      }
    }
  }

  private void ended(Map<String, ApiExecution> byId, Consumer<InvariantViolation> found) {
    Map<String, Program.Expected> expected = new HashMap<>();
    runs.forEach(run -> expected.put(run.name(), run.program().expected()));
    for (ApiExecution one : shown) {
      Program.Expected wanted = Optional.ofNullable(expected.get(one.run())).orElseThrow();
      if (!one.status().equals(wanted.status().name())) {
        found.accept(
            new InvariantViolation(
                one.hasEnded() ? "I2" : "I5",
                one.id(),
                "expected status %s, got %s: %s"
                    .formatted(wanted.status(), one.status(), one.failure())));
      } else if (one.status().equals("SUCCEEDED") && !one.counter().equals(wanted.counter())) {
        found.accept(
            new InvariantViolation(
                "I2",
                one.id(),
                "expected counter %s, got %s".formatted(wanted.counter(), one.counter())));
      }
    }
    earlier.forEach(
        (id, before) -> {
          ApiExecution now = byId.get(id);
          if (now != null && !now.ended().equals(before)) {
            found.accept(
                new InvariantViolation(
                    "I4", id, "it was %s and is %s".formatted(before, now.ended())));
          }
        });
  }

  private static void history(
      ApiExecution one, Duration longest, Consumer<InvariantViolation> found) {
    if (new HashSet<>(one.steps()).size() < one.steps().size()) {
      found.accept(new InvariantViolation("I3", one.id(), "a step is there twice: " + one.steps()));
    }
    for (int i = 1; i < one.times().size(); i++) {
      Instant before = one.times().get(i - 1);
      Duration gap = Duration.between(before, one.times().get(i));
      if (gap.compareTo(longest) > 0) {
        found.accept(
            new InvariantViolation(
                "I9",
                one.id(),
                "it made no progress for %d s at %s".formatted(gap.toSeconds(), before)));
      }
      if (gap.isNegative()) {
        found.accept(
            new InvariantViolation("I4", one.id(), "it ended before its last step at " + before));
      }
    }
  }
}
