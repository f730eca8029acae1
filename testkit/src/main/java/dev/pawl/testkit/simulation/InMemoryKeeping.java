package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.model.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Journals of text in memory, and an engine that dies where the scenario says so. */
final class InMemoryKeeping implements Keeping {

  /**
   * @param rows durable
   * @param read what a new incarnation has read of them before: they do not change
   */
  private record Journal(List<String> rows, List<Recorded> read) {}

  private final Core core;
  private final List<Scenario.Crash> crashes;
  private final boolean strict;
  private final Map<Life, Journal> journals = new LinkedHashMap<>();
  private int crashed;
  private int written;

  /**
   * @param crashes after which facts the engine dies, in ascending order
   */
  InMemoryKeeping(Core core, List<Scenario.Crash> crashes, boolean strict) {
    this.core = core;
    this.crashes = crashes;
    this.strict = strict;
  }

  @Override
  public boolean isStrict() {
    return strict;
  }

  @Override
  public Optional<Execution> receive(Life life, Letter letter, Fact fact) {
    return Optional.empty();
  }

  @Override
  public Kept write(Life life, Recorded recorded, Advanced advanced) {
    if (crashes.isEmpty()) {
      return Kept.WELL;
    }
    core.write(journal(life).rows, FactCodec.write(recorded).toString());
    written++;
    if (crashed == crashes.size() || crashes.get(crashed).fact() > written) {
      return Kept.WELL;
    }
    boolean silent = crashes.get(crashed++).silent();
    return new Kept(true, silent, Set.copyOf(journals.keySet()));
  }

  private Journal journal(Life life) {
    return journals.computeIfAbsent(life, one -> new Journal(new ArrayList<>(), new ArrayList<>()));
  }

  @Override
  public Execution recover(Life life) {
    Journal journal = journal(life);
    for (String row : journal.rows.subList(journal.read.size(), journal.rows.size())) {
      journal.read.add(FactCodec.readRecorded(JsonText.parse(row)));
    }
    return core.recover(life.interpreter, life.id, journal.read);
  }

  @Override
  public void atRest(List<Life> lives) {}
}
