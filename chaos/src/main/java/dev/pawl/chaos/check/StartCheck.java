package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Request.RequestKind;
import dev.pawl.chaos.client.Request.RequestResult;
import dev.pawl.chaos.client.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** I6: one execution per idempotency key, and none that no client started. */
final class StartCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, List<StoredExecution>> roots = new HashMap<>();
    for (StoredExecution trace : evidence.traces()) {
      if (trace.isRoot()) {
        roots.computeIfAbsent(trace.run(), run -> new ArrayList<>()).add(trace);
      }
    }
    Map<String, Integer> begun = new HashMap<>();
    roots.forEach((run, traces) -> begun.put(run, traces.size()));
    check(evidence.runs(), evidence.requests(), begun, found);
    evidence.runs().forEach(run -> roots.remove(run.name()));
    roots.forEach(
        (run, traces) ->
            found.accept(
                new InvariantViolation(
                    "I6", traces.getFirst().id(), "no client started run '" + run + "'")));
  }

  /**
   * Adds the violations of I6.
   *
   * @param begun the number of executions of each run
   */
  static void check(
      List<Run> runs,
      List<Request> requests,
      Map<String, Integer> begun,
      Consumer<InvariantViolation> found) {
    Map<String, List<Request>> starts = new HashMap<>();
    for (Request request : requests) {
      if (request.kind() == RequestKind.START) {
        starts.computeIfAbsent(request.run(), run -> new ArrayList<>()).add(request);
      }
    }
    for (Run run : runs) {
      List<Request> asked = starts.getOrDefault(run.name(), List.of());
      check(run, asked, begun.getOrDefault(run.name(), 0), found);
    }
  }

  private static void check(
      Run run, List<Request> asked, int begun, Consumer<InvariantViolation> found) {
    long perhaps = asked.stream().filter(start -> start.answer() != RequestResult.REFUSED).count();
    long allowed = run.key().isPresent() ? Math.min(1, perhaps) : perhaps;
    if (begun > allowed) {
      found.accept(
          new InvariantViolation(
              "I6",
              run.name(),
              "there are %d executions for %d starts%s"
                  .formatted(begun, perhaps, run.key().isPresent() ? " under one key" : "")));
    }
    Set<String> named = new HashSet<>();
    for (Request start : asked) {
      if (start.answer() == RequestResult.OK) {
        start.execution().ifPresent(named::add);
      }
    }
    if (run.key().isPresent() && named.size() > 1) {
      found.accept(
          new InvariantViolation(
              "I6", run.name(), "clients got different execution ids: " + named));
    }
  }
}
