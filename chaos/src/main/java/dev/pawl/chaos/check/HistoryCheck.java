package dev.pawl.chaos.check;

import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** I4: facts are numbered without gaps and only appended, and nothing follows the end. */
final class HistoryCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, StoredExecution> last = new HashMap<>();
    for (StoredExecution trace : evidence.traces()) {
      if (last.put(trace.id(), trace) != null) {
        found.accept(new InvariantViolation("I4", trace.id(), "the store shows it twice"));
      }
      problem(trace)
          .ifPresent(what -> found.accept(new InvariantViolation("I4", trace.id(), what)));
    }
    for (StoredExecution before : evidence.earlier()) {
      Optional<String> problem =
          Optional.ofNullable(last.get(before.id()))
              .map(after -> change(before, after))
              .orElseGet(() -> Optional.of("it was there, and is gone"));
      problem.ifPresent(what -> found.accept(new InvariantViolation("I4", before.id(), what)));
    }
  }

  private static Optional<String> problem(StoredExecution trace) {
    List<RecordedFact> facts = trace.facts();
    for (int i = 0; i < facts.size(); i++) {
      RecordedFact fact = facts.get(i);
      if (fact.seq() != i + 1) {
        return Optional.of("fact %d stands where %d belongs".formatted(fact.seq(), i + 1));
      }
      if (i > 0 && fact.at().isBefore(facts.get(i - 1).at())) {
        return Optional.of("time runs backwards at fact " + fact.seq());
      }
    }
    if (facts.isEmpty() || !(facts.getFirst().fact() instanceof Fact.Started)) {
      return Optional.of("it does not begin with its start");
    }
    if (trace.fold().trouble().isPresent()) {
      return trace.fold().trouble();
    }
    long endedWith = trace.fold().endedWith();
    if (endedWith > 0 && endedWith < facts.size()) {
      return Optional.of(
          "it ended with fact %d, and %d more follow"
              .formatted(endedWith, facts.size() - endedWith));
    }
    boolean ended = trace.status().isTerminal();
    boolean is = trace.fold().execution().status().isTerminal();
    return ended != is || (ended && trace.status() != trace.fold().execution().status())
        ? Optional.of(
            "the store says %s, its facts say %s"
                .formatted(trace.status(), trace.fold().execution().status()))
        : Optional.empty();
  }

  private static Optional<String> change(StoredExecution before, StoredExecution after) {
    if (before.status().isTerminal() && after.status() != before.status()) {
      return Optional.of("it was %s and is %s".formatted(before.status(), after.status()));
    }
    if (before.status().isTerminal() && after.facts().size() != before.facts().size()) {
      return Optional.of("it had ended, and more happened");
    }
    if (after.facts().size() < before.facts().size()
        || !after.facts().subList(0, before.facts().size()).equals(before.facts())) {
      return Optional.of("facts that stood in the journal have changed");
    }
    return Optional.empty();
  }
}
