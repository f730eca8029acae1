package dev.pawl.server.execution;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects progress reports of workers on the tasks of one execution, each report once. */
final class ProgressEvents {

  /**
   * A progress report on a task.
   *
   * @param worker name of the worker that reports
   * @param details content of the report, any JSON value
   */
  record ProgressView(String step, int attempt, String resource, String worker, Json details) {}

  private final Workers workers;
  private final ExecutionKey key;
  private Map<Offer.Key, Offers.Holder> sentHeartbeats = Map.of();

  ProgressEvents(Workers workers, ExecutionKey key) {
    this.workers = workers;
    this.key = key;
  }

  /**
   * Returns the reports that are new since the last call. Offers are queried only if the execution
   * waits for Tasks.
   */
  List<ProgressView> next(Execution execution) {
    boolean hasTasks =
        OutstandingCommands.evenIfPaused(execution).stream()
            .anyMatch(Command.Work.class::isInstance);
    if (!hasTasks) {
      return List.of();
    }
    List<ProgressView> views = new ArrayList<>();
    Map<Offer.Key, Offers.Holder> now = new HashMap<>();
    for (Offers.OfferStatus offer : workers.of(key)) {
      offer
          .holder()
          .filter(holder -> holder.details().isPresent())
          .ifPresent(
              holder -> {
                now.put(offer.key(), holder);
                if (!isSent(offer.key(), holder)) {
                  views.add(progress(offer, holder));
                }
              });
    }
    sentHeartbeats = now;
    return views;
  }

  private boolean isSent(Offer.Key offer, Offers.Holder holder) {
    Offers.Holder last = sentHeartbeats.get(offer);
    return last != null
        && last.name().equals(holder.name())
        && last.details().equals(holder.details());
  }

  private static ProgressView progress(Offers.OfferStatus offer, Offers.Holder holder) {
    return new ProgressView(
        offer.key().step().toString(),
        offer.key().attempt(),
        offer.resource(),
        holder.displayName(),
        JsonText.parse(holder.details().orElseThrow()));
  }
}
