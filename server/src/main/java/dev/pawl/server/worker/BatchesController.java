package dev.pawl.server.worker;

import dev.pawl.engine.Failure;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The same for many at once, of whatever a worker has polled. */
@RestController
public final class BatchesController {

  private static final int MOST_AT_ONCE = 100;

  private final Workers workers;

  BatchesController(Workers workers) {
    this.workers = workers;
  }

  /** What came of one piece of work: an output, or an error and a cause. */
  record Outcome(
      @Nullable String token,
      @Nullable Json output,
      @Nullable String error,
      @Nullable String cause) {

    Workers.Outcome read() {
      boolean failed = error != null || cause != null;
      if (failed && output != null) {
        throw Refusal.malformed("an item has either an output, or an error and a cause");
      }
      return failed
          ? new Workers.Outcome.Failed(
              new Failure(Optional.ofNullable(error), Optional.ofNullable(cause)))
          : new Workers.Outcome.Succeeded(output == null ? JsonObject.EMPTY : output);
    }
  }

  record Sign(@Nullable String token, @Nullable Json details) {}

  record Batch<T>(@Nullable List<T> items) {

    List<T> checked() {
      if (items == null
          || items.isEmpty()
          || items.size() > MOST_AT_ONCE
          || items.stream().anyMatch(item -> item == null)) {
        throw Refusal.malformed("items has 1 to %d entries".formatted(MOST_AT_ONCE));
      }
      return items;
    }
  }

  record Answer(@Nullable String token, String status) {}

  record Answers(List<Answer> items) {}

  /** All of it is read before anything is done. */
  @PostMapping("/api/workers/outcomes")
  Answers outcomes(Caller caller, @RequestBody Batch<Outcome> body) {
    Map<Offers.Taker, Map<Offer.Key, Workers.Outcome>> hands = new LinkedHashMap<>();
    for (Outcome item : body.checked()) {
      Workers.Outcome outcome = item.read();
      token(caller, item.token())
          .ifPresent(
              token ->
                  hands
                      .computeIfAbsent(token.taker(), taker -> new LinkedHashMap<>())
                      .putIfAbsent(token.key(), outcome));
    }
    Set<Offer.Key> wanted = new HashSet<>();
    hands.forEach((taker, outcomes) -> wanted.addAll(workers.handIn(outcomes, taker)));
    return answers(
        caller, body.checked().stream().map(Outcome::token).toList(), wanted, Fate.ACCEPTED);
  }

  @PostMapping("/api/workers/heartbeats")
  Answers heartbeats(Caller caller, @RequestBody Batch<Sign> body) {
    Map<Offers.Taker, List<Offers.Sign>> hands = new LinkedHashMap<>();
    for (Sign item : body.checked()) {
      token(caller, item.token())
          .ifPresent(
              token ->
                  hands
                      .computeIfAbsent(token.taker(), taker -> new ArrayList<>())
                      .add(token.sign(item.details())));
    }
    Set<Offer.Key> wanted = new HashSet<>();
    hands.forEach(
        (taker, signs) -> workers.keep(signs, taker).forEach(kept -> wanted.add(kept.key())));
    return answers(caller, body.checked().stream().map(Sign::token).toList(), wanted, Fate.KEPT);
  }

  private static Optional<WorkToken> token(Caller caller, @Nullable String text) {
    if (text == null) {
      throw Refusal.malformed("each item has a token");
    }
    return WorkToken.parse(caller.tenant(), text);
  }

  private static Answers answers(
      Caller caller, List<@Nullable String> tokens, Set<Offer.Key> wanted, Fate well) {
    return new Answers(
        tokens.stream()
            .map(
                text ->
                    new Answer(
                        text,
                        token(caller, text)
                            .map(token -> wanted.contains(token.key()) ? well : Fate.GONE)
                            .orElse(Fate.UNKNOWN)
                            .code()))
            .toList());
  }
}
