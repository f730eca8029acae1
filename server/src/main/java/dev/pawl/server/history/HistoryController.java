package dev.pawl.server.history;

import dev.pawl.engine.History;
import dev.pawl.engine.NextAttempts;
import dev.pawl.engine.StepAttempt;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.node.read.ExecutionTimelines.TimelineReader;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.model.StateKind;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that show what happened in an execution, now and at any fact. */
@RestController
public final class HistoryController {

  private static final int MAX_DEPTH = 100;

  private final ExecutionControl control;
  private final Workers workers;

  HistoryController(ExecutionControl control, Workers workers) {
    this.control = control;
    this.workers = workers;
  }

  private Executions.Summary require(Caller caller, String id) {
    return control
        .reader()
        .find(caller.execution(id))
        .orElseThrow(() -> ApiException.notFound("execution " + id));
  }

  private <T> T read(Executions.Summary found, Function<TimelineReader, T> use) {
    return control.reader().timelines().read(found.info(), use);
  }

  @GetMapping("/api/flows/executions/{id}/steps")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the steps of an execution in the order in which they began.")
  Listing<StepView> steps(
      Caller caller,
      @PathVariable String id,
      @RequestParam(required = false) @Min(1) @Nullable Long at,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    Executions.Summary found = require(caller, id);
    ExecutionKey key = found.info().key();
    return read(
        found,
        reader -> {
          long seq = seq(reader, at);
          Listing<TimelineStep> page =
              Listing.part(
                  reader.timeline().stepsUntil(seq), after, limit, step -> step.id().toString());
          History history = reader.history(page.items(), seq);
          NextAttempts next = NextAttempts.of(reader.at(seq));
          Map<Offer.Key, String> holders = holders(key, history);
          List<StepView> views =
              history.seen().stream().map(seen -> view(key, history, seen, next, holders)).toList();
          return new Listing<>(views, page.next());
        });
  }

  @GetMapping("/api/flows/executions/{id}/step")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns one step of an execution with payloads, attempts, variables and effects.")
  StepDetailView step(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String step,
      @RequestParam(required = false) @Min(1) @Nullable Long at) {
    Executions.Summary found = require(caller, id);
    ExecutionKey key = found.info().key();
    StepId wanted = StepIds.parse(step);
    return read(
        found,
        reader -> {
          long seq = seq(reader, at);
          TimelineStep known =
              reader
                  .timeline()
                  .step(wanted)
                  .filter(one -> one.firstSeq() <= seq)
                  .orElseThrow(() -> ApiException.notFound("step " + step));
          History history = reader.history(List.of(known), seq);
          History.VisitedStep seen = history.seen().getFirst();
          StepView view =
              view(key, history, seen, NextAttempts.of(reader.at(seq)), holders(key, history));
          return new StepDetailView(
              view, seen.first().place().variables(), effects(key, history, wanted));
        });
  }

  private List<EffectView> effects(ExecutionKey key, History history, StepId step) {
    boolean hasAny =
        history.attempts(step).stream().anyMatch(attempt -> !attempt.effects().isEmpty());
    return hasAny
        ? control.reader().effects(control.reader().load(key).orElseThrow()).stream()
            .filter(effect -> effect.step().equals(step))
            .map(EffectView::of)
            .toList()
        : List.of();
  }

  @GetMapping("/api/flows/executions/{id}/outline")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns all steps of an execution without payloads, column by column.")
  OutlineView outline(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "0") @Min(0) long since,
      @RequestParam(defaultValue = "" + MAX_DEPTH) @Min(0) @Max(MAX_DEPTH) int depth,
      @RequestParam(defaultValue = "false") boolean digests) {
    return read(
        require(caller, id),
        reader -> {
          PayloadDigests payloads = digests ? new PayloadDigests(reader) : null;
          return OutlineView.of(reader.timeline(), since, depth, payloads);
        });
  }

  @GetMapping("/api/flows/executions/{id}/state")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the state of an execution after one of its facts; the latest by default.")
  StateView state(
      Caller caller,
      @PathVariable String id,
      @RequestParam(required = false) @Min(1) @Nullable Long at) {
    return read(require(caller, id), reader -> StateView.of(reader.at(seq(reader, at))));
  }

  @GetMapping("/api/flows/executions/{id}/preview")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns what an action would do to an execution, without doing it.")
  PreviewView preview(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String action,
      @RequestParam(required = false) @Nullable String step,
      @RequestParam(defaultValue = "true") boolean compensate) {
    Executions.Summary found = require(caller, id);
    PreviewedAction previewed = PreviewedAction.parse(action);
    boolean isRetry =
        previewed == PreviewedAction.RETRY || previewed == PreviewedAction.RETRY_FROM_FAILURE;
    return read(
        found,
        reader ->
            new ActionPreviews(
                    found.info(),
                    reader,
                    isRetry ? control.reader().facts(found.info().key()) : List.of(),
                    Instant.now())
                .preview(previewed, step, compensate));
  }

  @GetMapping("/api/flows/executions/{id}/effects")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists what the handlers of an execution did outside, in the order of outcomes.")
  Listing<EffectView> effects(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "1000") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    ExecutionKey key = require(caller, id).info().key();
    Executions.ExecutionRecord loaded = control.reader().load(key).orElseThrow();
    List<EffectView> all = control.reader().effects(loaded).stream().map(EffectView::of).toList();
    return Listing.part(all, after, limit, EffectView::id);
  }

  private static long seq(TimelineReader reader, @Nullable Long at) {
    long last = reader.timeline().latest().seq();
    if (at != null && at > last) {
      throw ApiException.malformed(
          "at: %d is above the number of the last fact, %d".formatted(at, last));
    }
    return at == null ? last : at;
  }

  private static StepView view(
      ExecutionKey key,
      History history,
      History.VisitedStep seen,
      NextAttempts next,
      Map<Offer.Key, String> holders) {
    StepId step = seen.last().id();
    return StepView.of(seen, next.at(step), attempts(key, history.attempts(step), step, holders));
  }

  private static List<StepView.AttemptView> attempts(
      ExecutionKey key, List<StepAttempt> attempts, StepId step, Map<Offer.Key, String> holders) {
    return attempts.stream()
        .map(
            attempt -> {
              Offer.Key offer = new Offer.Key(key, step, attempt.number());
              boolean isRunning = attempt.status() == StepStatus.RUNNING;
              return StepView.AttemptView.of(
                  attempt, isRunning ? Optional.ofNullable(holders.get(offer)) : Optional.empty());
            })
        .toList();
  }

  /** Returns the names of the workers that hold leases on tasks of the execution. */
  private Map<Offer.Key, String> holders(ExecutionKey key, History history) {
    boolean isAnyRunning =
        history.steps().stream()
            .anyMatch(
                step ->
                    step.status() == StepStatus.RUNNING && step.place().kind() == StateKind.TASK);
    if (!isAnyRunning) {
      return Map.of();
    }
    Map<Offer.Key, String> holders = new HashMap<>();
    for (Offers.OfferStatus offer : workers.of(key)) {
      offer.holder().ifPresent(holder -> holders.put(offer.key(), holder.displayName()));
    }
    return holders;
  }
}
