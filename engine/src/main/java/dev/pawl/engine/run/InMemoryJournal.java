package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Recorded;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A journal that lives as long as its process. Not for several threads. */
public final class InMemoryJournal implements Journal {

  private final Map<ExecutionId, List<Recorded>> facts = new LinkedHashMap<>();

  @Override
  public void append(ExecutionId execution, Recorded fact) {
    List<Recorded> known = facts.computeIfAbsent(execution, id -> new ArrayList<>());
    if (fact.seq() != known.size() + 1) {
      throw new IllegalStateException(
          "fact %d does not follow %d".formatted(fact.seq(), known.size()));
    }
    known.add(fact);
  }

  @Override
  public List<Recorded> facts(ExecutionId execution) {
    return List.copyOf(facts.getOrDefault(execution, List.of()));
  }
}
