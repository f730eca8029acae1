package dev.pawl.chaos.check;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads all executions through the query ports of the store. */
public final class StoreReader {

  private static final int PAGE_SIZE = 500;

  private final Store store;
  private final Map<String, Interpreter> interpreters = new HashMap<>();

  public StoreReader(Store store) {
    this.store = store;
  }

  public List<StoredExecution> traces() {
    List<StoredExecution> traces = new ArrayList<>();
    Optional<ExecutionKey> after = Optional.empty();
    while (true) {
      List<Executions.Summary> page =
          store
              .executions()
              .search(
                  TenantId.DEFAULT, Executions.Criteria.ANY, new Executions.Page(PAGE_SIZE, after));
      page.forEach(found -> traces.add(trace(found)));
      if (page.size() < PAGE_SIZE) {
        return withRuns(traces);
      }
      after = Optional.of(page.getLast().info().key());
    }
  }

  /** Returns the executions with the runs of their topmost parents. */
  private static List<StoredExecution> withRuns(List<StoredExecution> traces) {
    Map<ExecutionId, StoredExecution> byId = new HashMap<>();
    traces.forEach(trace -> byId.put(trace.info().id(), trace));
    return traces.stream().map(trace -> trace.of(run(trace, byId))).toList();
  }

  private static String run(StoredExecution trace, Map<ExecutionId, StoredExecution> byId) {
    StoredExecution parent =
        trace.run().isEmpty()
            ? trace.info().parent().map(up -> byId.get(up.id())).orElse(null)
            : null;
    return parent == null ? trace.run() : run(parent, byId);
  }

  /** Returns the run that the input names; empty if it names none. */
  private static String named(List<RecordedFact> facts) {
    return facts.isEmpty() || !(facts.getFirst().fact() instanceof Fact.Started started)
        ? ""
        : started.input().get("run").map(Json::asText).orElse("");
  }

  private StoredExecution trace(Executions.Summary found) {
    ExecutionMetadata info = found.info();
    List<RecordedFact> facts =
        store.executions().facts(info.key()).stream().map(StoreReader::recorded).toList();
    return new StoredExecution(
        named(facts),
        info,
        found.status(),
        facts,
        FoldedExecution.of(interpreter(info), info.id(), facts));
  }

  private static RecordedFact recorded(JournalEntry entry) {
    return new RecordedFact(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }

  private Interpreter interpreter(ExecutionMetadata info) {
    return interpreters.computeIfAbsent(
        info.version() + " " + info.machine(), part -> new Interpreter(flow(info)));
  }

  private Flow flow(ExecutionMetadata info) {
    Flow whole = whole(info.version());
    return info.machine().map(path -> whole.part(MachinePath.find(whole, path))).orElse(whole);
  }

  private Flow whole(VersionKey version) {
    byte[] document = store.versions().document(version).orElseThrow();
    return Definitions.readPublished(new String(document, StandardCharsets.UTF_8))
        .flow()
        .orElseThrow();
  }
}
