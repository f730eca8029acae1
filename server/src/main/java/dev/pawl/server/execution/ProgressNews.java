package dev.pawl.server.execution;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What workers say of how far they are with the tasks of one execution, each word once. */
final class ProgressNews {

  /**
   * How far a task is.
   *
   * @param worker who says so
   * @param details what it says, whatever that is
   */
  record Progress(String step, int attempt, String resource, String worker, Json details) {}

  private final Workers workers;
  private final ExecutionKey key;
  private Map<Offer.Key, Offers.Holder> told = Map.of();

  ProgressNews(Workers workers, ExecutionKey key) {
    this.workers = workers;
    this.key = key;
  }

  /** What is new since the last time; only an execution that waits for Tasks is asked about. */
  List<Progress> next(Execution execution) {
    boolean hasTasks =
        Outstanding.evenIfPaused(execution).stream().anyMatch(Command.Work.class::isInstance);
    if (!hasTasks) {
      return List.of();
    }
    List<Progress> news = new ArrayList<>();
    Map<Offer.Key, Offers.Holder> now = new HashMap<>();
    for (Offers.Standing offer : workers.of(key)) {
      offer
          .holder()
          .filter(holder -> holder.details().isPresent())
          .ifPresent(
              holder -> {
                now.put(offer.key(), holder);
                if (!isTold(offer.key(), holder)) {
                  news.add(progress(offer, holder));
                }
              });
    }
    told = now;
    return news;
  }

  private boolean isTold(Offer.Key offer, Offers.Holder holder) {
    Offers.Holder last = told.get(offer);
    return last != null
        && last.name().equals(holder.name())
        && last.details().equals(holder.details());
  }

  private static Progress progress(Offers.Standing offer, Offers.Holder holder) {
    return new Progress(
        offer.key().step().toString(),
        offer.key().attempt(),
        offer.resource(),
        holder.knownAs(),
        JsonText.parse(holder.details().orElseThrow()));
  }
}
