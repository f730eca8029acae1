package dev.pawl.chaos.check;

import dev.pawl.engine.Interpreter;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads all executions through the ports that everybody may look through. */
public final class StoreReading {

  private static final int PAGE = 500;

  private final Store store;
  private final Map<String, Interpreter> interpreters = new HashMap<>();

  public StoreReading(Store store) {
    this.store = store;
  }

  public List<Trace> traces() {
    List<Trace> traces = new ArrayList<>();
    Optional<ExecutionKey> after = Optional.empty();
    while (true) {
      List<Executions.Summary> page =
          store
              .executions()
              .search(TenantId.DEFAULT, Executions.Criteria.ANY, new Executions.Page(PAGE, after));
      page.forEach(found -> traces.add(trace(found)));
      if (page.size() < PAGE) {
        return traces;
      }
      after = Optional.of(page.getLast().card().key());
    }
  }

  private Trace trace(Executions.Summary found) {
    Card card = found.card();
    List<Recorded> facts =
        store.executions().facts(card.key()).stream().map(StoreReading::recorded).toList();
    return new Trace(card, found.status(), facts, Fold.of(interpreter(card), card.id(), facts));
  }

  private static Recorded recorded(Entry entry) {
    return new Recorded(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }

  private Interpreter interpreter(Card card) {
    return interpreters.computeIfAbsent(
        card.version() + " " + card.machine(), part -> new Interpreter(flow(card)));
  }

  private Flow flow(Card card) {
    Flow whole = whole(card.version());
    return card.machine()
        .map(path -> new Flow(whole.document(), MachinePath.find(whole, path), Optional.empty()))
        .orElse(whole);
  }

  private Flow whole(VersionKey version) {
    byte[] document = store.versions().document(version).orElseThrow();
    return Definitions.readPublished(new String(document, StandardCharsets.UTF_8))
        .flow()
        .orElseThrow();
  }
}
