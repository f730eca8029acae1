package dev.pawl.server.worker;

import dev.pawl.engine.Failure;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The same for many at once, of whatever a worker has polled. */
@RestController
public final class BatchesController {

  private static final int MOST_AT_ONCE = 100;

  private static final String NOT_POLLED =
      "no token of polled work; a task token is answered by itself, at"
          + " /api/workers/{token}/success or /failure";

  private final Workers workers;
  private final Unwanted unwanted;

  BatchesController(Workers workers, Control control) {
    this.workers = workers;
    this.unwanted = new Unwanted(control);
  }

  /**
   * What came of one piece of work: an output, or an error and a cause.
   *
   * @param stackTrace of a failure, for the history of the execution; kept up to 8 KB
   */
  record Outcome(
      @Needed @Nullable String token,
      @Nullable Json output,
      @Nullable String error,
      @Nullable String cause,
      @Nullable String stackTrace) {

    Workers.Outcome read() {
      boolean failed = error != null || cause != null || stackTrace != null;
      if (failed && output != null) {
        throw Refusal.malformed(
            "an item has either an output, or an error, a cause and a stackTrace");
      }
      return failed
          ? new Workers.Outcome.Failed(
              new Failure(Optional.ofNullable(error), Optional.ofNullable(cause)),
              Optional.ofNullable(stackTrace).filter(text -> !text.isBlank()))
          : new Workers.Outcome.Succeeded(output == null ? JsonObject.EMPTY : output);
    }
  }

  record Sign(@Needed @Nullable String token, @Nullable Json details) {}

  record Batch<T>(@Needed @Nullable List<T> items) {

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

  record Given(@Needed @Nullable String token) {}

  /**
   * @param deadline until when the worker may be silent
   * @param problem what it should know besides
   */
  record Answer(String token, Fate status, @Nullable Instant deadline, @Nullable String problem) {}

  record Answers(List<Answer> items) {}

  /** All of it is read before anything is done. */
  @PostMapping("/api/workers/outcomes")
  Answers outcomes(Caller caller, @RequestBody Batch<Outcome> body) {
    List<Named<Outcome>> items = named(caller, body, Outcome::token);
    items.forEach(item -> item.value.read());
    Map<Offers.Hold, Workers.Outcome> outcomes = new LinkedHashMap<>();
    forEach(items, (token, item) -> outcomes.putIfAbsent(token.hold(), item.read()));
    Set<Offers.Hold> wanted = workers.handIn(outcomes);
    return answers(items, hold -> wanted.contains(hold) ? Fate.ACCEPTED : unwanted.fate(hold));
  }

  @PostMapping("/api/workers/heartbeats")
  Answers heartbeats(Caller caller, @RequestBody Batch<Sign> body) {
    List<Named<Sign>> items = named(caller, body, Sign::token);
    Map<Offers.Hold, Optional<String>> signs = new LinkedHashMap<>();
    forEach(
        items, (token, item) -> signs.putIfAbsent(token.hold(), WorkToken.kept(item.details())));
    Map<Offers.Hold, Offers.Kept> kept = workers.keep(signs);
    return new Answers(
        items.stream()
            .map(
                item -> {
                  Instant deadline =
                      item.token
                          .map(WorkToken::hold)
                          .map(kept::get)
                          .map(Offers.Kept::until)
                          .orElse(null);
                  return deadline == null
                      ? item.answer(unwanted::fate)
                      : new Answer(
                          item.text, Fate.KEPT, deadline, WorkToken.problem(item.value.details()));
                })
            .toList());
  }

  @PostMapping("/api/workers/releases")
  Answers releases(Caller caller, @RequestBody Batch<Given> body) {
    List<Named<Given>> items = named(caller, body, Given::token);
    Set<Offers.Hold> asked = new LinkedHashSet<>();
    forEach(items, (token, item) -> asked.add(token.hold()));
    Set<Offers.Hold> given = workers.giveBack(asked);
    return answers(items, hold -> given.contains(hold) ? Fate.RELEASED : unwanted.fate(hold));
  }

  /** An item and the work that it is about, if its token is one of work. */
  private record Named<T>(String text, Optional<WorkToken> token, T value) {

    Answer answer(Function<Offers.Hold, Fate> fates) {
      Fate fate = token.map(WorkToken::hold).map(fates).orElse(Fate.UNKNOWN);
      return new Answer(text, fate, null, fate == Fate.UNKNOWN ? NOT_POLLED : null);
    }
  }

  private static <T> List<Named<T>> named(
      Caller caller, Batch<T> body, Function<T, @Nullable String> token) {
    List<Named<T>> items = new ArrayList<>();
    for (T item : body.checked()) {
      String text = token.apply(item);
      if (text == null) {
        throw Refusal.malformed("each item has a token");
      }
      items.add(new Named<>(text, WorkToken.parse(caller.tenant(), text), item));
    }
    return items;
  }

  /** Those about work. */
  private static <T> void forEach(List<Named<T>> items, BiConsumer<WorkToken, T> action) {
    items.forEach(item -> item.token.ifPresent(token -> action.accept(token, item.value)));
  }

  private static <T> Answers answers(List<Named<T>> items, Function<Offers.Hold, Fate> fates) {
    return new Answers(items.stream().map(item -> item.answer(fates)).toList());
  }
}
