package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.model.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** In-memory journals of text, with an engine that dies where the scenario says so. */
final class InMemoryFactStorage implements FactStorage {

  /**
   * The journal of an execution.
   *
   * @param rows the durable rows
   * @param read the facts decoded from the rows so far
   */
  private record Journal(List<String> rows, List<RecordedFact> read) {}

  private final EngineUnderTest core;
  private final List<Scenario.Crash> crashes;
  private final boolean strict;
  private final Map<SimulatedExecution, Journal> journals = new LinkedHashMap<>();
  private int crashed;
  private int written;

  /**
   * Opens empty journals.
   *
   * @param crashes the facts after which the engine dies, in ascending order
   */
  InMemoryFactStorage(EngineUnderTest core, List<Scenario.Crash> crashes, boolean strict) {
    this.core = core;
    this.crashes = crashes;
    this.strict = strict;
  }

  @Override
  public boolean isStrict() {
    return strict;
  }

  @Override
  public Optional<Execution> receive(SimulatedExecution life, SimulatedMessage message, Fact fact) {
    return Optional.empty();
  }

  @Override
  public FactStorage.WriteResult write(
      SimulatedExecution life, RecordedFact recorded, AdvanceResult advanced) {
    if (crashes.isEmpty()) {
      return FactStorage.WriteResult.WELL;
    }
    core.write(journal(life).rows, FactCodec.write(recorded).toString());
    written++;
    if (crashed == crashes.size() || crashes.get(crashed).fact() > written) {
      return FactStorage.WriteResult.WELL;
    }
    boolean silent = crashes.get(crashed++).silent();
    return new FactStorage.WriteResult(true, silent, Set.copyOf(journals.keySet()));
  }

  private Journal journal(SimulatedExecution life) {
    return journals.computeIfAbsent(life, one -> new Journal(new ArrayList<>(), new ArrayList<>()));
  }

  @Override
  public Execution recover(SimulatedExecution life) {
    Journal journal = journal(life);
    for (String row : journal.rows.subList(journal.read.size(), journal.rows.size())) {
      journal.read.add(FactCodec.readRecorded(JsonText.parse(row)));
    }
    return core.recover(life.interpreter, life.id, journal.read);
  }

  @Override
  public void atRest(List<SimulatedExecution> lives) {}
}
