package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.RecordedFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A journal in memory. It is not thread-safe. */
public final class InMemoryJournal implements Journal {

  private final Map<ExecutionId, List<RecordedFact>> facts = new LinkedHashMap<>();

  @Override
  public void append(ExecutionId execution, RecordedFact fact) {
    List<RecordedFact> known = facts.computeIfAbsent(execution, id -> new ArrayList<>());
    if (fact.seq() != known.size() + 1) {
      throw new IllegalStateException(
          "fact %d does not follow %d".formatted(fact.seq(), known.size()));
    }
    known.add(fact);
  }

  @Override
  public List<RecordedFact> facts(ExecutionId execution) {
    return List.copyOf(facts.getOrDefault(execution, List.of()));
  }
}
