package dev.pawl.server.explain;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds all reasons why one execution does not proceed. */
final class Explainer {

  /** Maximum length of a cause in a reason; the list of steps has all of it. */
  private static final int MAX_REASONS = 300;

  private final ExplainSources sources;
  private final Summary summary;
  private final Executions.WaitState waitState;
  private final HoldReasons holdReasons;
  private final String path;
  private final Map<StepId, StepChange> steps = new HashMap<>();
  private final Map<StepId, Instant> timers = new HashMap<>();
  private final Map<Offer.Key, Offers.OfferStatus> offers = new HashMap<>();
  private final Set<String> served;
  private final List<String> downstreams;
  private final Map<StepId, OpenHumanStep> humanSteps = new HashMap<>();
  private final List<HoldReason> reasons = new ArrayList<>();
  private @Nullable List<Awaited> awaitedSteps;

  /**
   * Creates an explainer for one execution.
   *
   * @param served resources that workers have polled recently or have tasks of
   */
  Explainer(
      ExplainSources sources,
      Summary summary,
      Executions.WaitState waitState,
      List<Offers.OfferStatus> offers,
      Set<String> served) {
    this.sources = sources;
    this.summary = summary;
    this.waitState = waitState;
    this.served = served;
    this.downstreams = downstreams(waitState);
    this.path = "/api/flows/executions/" + summary.info().id();
    this.holdReasons = new HoldReasons(sources, summary, waitState, path);
    offers.forEach(offer -> this.offers.put(offer.key(), offer));
  }

  /** Returns the reasons for an execution whose definition cannot be read. */
  List<HoldReason> reasons(LastFacts last) {
    return holdReasons.reasons(last);
  }

  /**
   * Returns the steps with outstanding commands and their preceding steps, which may have failed.
   */
  static Set<StepId> awaitedSteps(Execution execution) {
    Set<StepId> awaited = new HashSet<>();
    for (Command command : OutstandingCommands.evenIfPaused(execution)) {
      if (command instanceof Command.OfStep ofStep) {
        awaited.add(ofStep.step());
        before(ofStep.step()).ifPresent(awaited::add);
      }
    }
    return awaited;
  }

  private static Optional<StepId> before(StepId step) {
    return step.visit() > 1
        ? Optional.of(new StepId(step.frame(), step.visit() - 1))
        : Optional.empty();
  }

  /**
   * Returns the reasons that hold the execution as a whole, followed by those of its steps.
   *
   * @param history history that has at least the steps of {@link #awaitedSteps(Execution)}
   * @param open Human steps that wait for a decision
   */
  List<HoldReason> reasons(LastFacts last, History history, List<OpenHumanStep> open) {
    open.forEach(one -> humanSteps.put(one.step(), one));
    history.steps().forEach(step -> steps.put(step.id(), step));
    reasons.addAll(holdReasons.reasons(last));
    List<Command> commands = OutstandingCommands.evenIfPaused(history.execution());
    for (Command command : commands) {
      if (command instanceof Command.SetTimer timer) {
        timers.put(timer.step(), timer.at());
      }
    }
    Set<StepId> parents = new HashSet<>();
    Set<StepId> asked = new HashSet<>();
    for (Command command : commands) {
      switch (command) {
        case Command.Work work -> work(work, parents);
        case Command.StartChild child -> children(child.step(), parents, null, "");
        case Command.SetTimer timer -> {
          if (!asked.contains(timer.step()) && !timer.step().equals(StepId.EXECUTION)) {
            timer(timer);
          }
        }
        case Command.AwaitEvent event -> {
          asked.add(event.step());
          event(event);
        }
        case Command.OpenHumanTask human -> {
          asked.add(human.step());
          person(human);
        }
        case Command.Abandon abandon -> {}
        case Command.Finish finish -> {}
      }
    }
    return reasons;
  }

  private void event(Command.AwaitEvent event) {
    Instant until = timers.get(event.step());
    add(
        HoldKind.EVENT,
        "the event '%s' has not come%s".formatted(event.name(), deadline(until)),
        event.step(),
        until,
        "POST " + path + "/events/" + event.name(),
        event.name(),
        List.of());
  }

  private void person(Command.OpenHumanTask human) {
    Instant until = timers.get(human.step());
    add(
        HoldKind.PERSON,
        "'%s' waits for %s%s".formatted(human.title(), human.assignees(), deadline(until)),
        human.step(),
        until,
        Optional.ofNullable(humanSteps.get(human.step())).map(this::decision).orElse(""));
  }

  private String decision(OpenHumanStep open) {
    boolean isChoice = open.outcomes().size() > 1;
    Json form = open.state().humanTask().form();
    return "POST %s/decide with {\"step\": %s%s}%s%s%s"
        .formatted(
            path,
            Json.of(open.step().toString()),
            isChoice ? ", \"outcome\": OUTCOME" : "",
            isChoice ? ", where OUTCOME is one of " + quoted(open.outcomes()) : "",
            form.equals(JsonObject.EMPTY) ? "" : ", and \"data\" that fits the state's Form",
            open.state().humanTask().optional()
                ? "; or POST " + path + "/skip: it is optional"
                : "");
  }

  private static String quoted(List<String> names) {
    return names.stream().map(name -> Json.of(name).toString()).collect(Collectors.joining(", "));
  }

  private static String deadline(@Nullable Instant until) {
    return until == null ? "" : "; the step times out at " + until;
  }

  private void work(Command.Work work, Set<StepId> parents) {
    Offers.OfferStatus offer =
        offers.get(new Offer.Key(summary.info().key(), work.step(), work.number()));
    String orLate = describeLateCall(work.call());
    Instant until = timeout(work);
    if (offer != null) {
      offer(work, offer, until, orLate);
    } else if (ChildFlow.of(work).isPresent()) {
      children(work.step(), parents, until, orLate);
    } else if (!downstreams.isEmpty() && !isMade(work)) {
      downstreams.forEach(downstream -> breaker(work, downstream));
    } else if (work.call().token().isPresent() && waitState.owner().isEmpty()) {
      add(
          HoldKind.CALLBACK,
          "it waits for an answer with its task token",
          work.step(),
          until,
          "POST /api/workers/{token}/success or /failure" + orLate);
    } else if (holdReasons.isOwned()) {
      add(
          HoldKind.AT_WORK,
          "node %d runs the handler of '%s'"
              .formatted(waitState.owner().orElseThrow(), work.call().resource()),
          work.step(),
          until,
          "its answer" + orLate);
    }
  }

  /** Returns the downstreams whose breaker a parked execution waits for. */
  private static List<String> downstreams(Executions.WaitState waitState) {
    return waitState.waitsFor().kinds().stream()
        .filter(kind -> kind.startsWith(Breaker.WAIT_KIND))
        .map(kind -> kind.substring(Breaker.WAIT_KIND.length()))
        .toList();
  }

  private void breaker(Command.Work work, String downstream) {
    Optional<Breaker> found =
        sources.breakers().find(new Breaker.Key(summary.info().key().tenant(), downstream));
    if (found.isEmpty()) {
      add(
          HoldKind.BREAKER,
          "the circuit breaker of '%s' was open".formatted(downstream),
          work.step(),
          null,
          "it is closed; the call is made within a minute",
          downstream,
          List.of());
      return;
    }
    Breaker breaker = found.get();
    String failure = words(new Failure(Optional.of(breaker.error()), Optional.of(breaker.cause())));
    if (breaker.isReleasing()) {
      add(
          HoldKind.BREAKER,
          "'%s' failed%s and is back; waiting calls are let through at a limited rate since %s"
              .formatted(downstream, failure, breaker.releasedAt().orElseThrow()),
          work.step(),
          null,
          "its turn, which comes by itself",
          downstream,
          List.of());
      return;
    }
    add(
        HoldKind.BREAKER,
        "the circuit breaker of '%s' is open since %s, because it failed%s; the next call is tried at %s"
            .formatted(downstream, breaker.openedAt(), failure, breaker.probeAt()),
        work.step(),
        null,
        "a call that succeeds, or POST /api/breakers/%s/close".formatted(downstream),
        downstream,
        List.of());
  }

  /** Returns true if the call was made and waits for its answer. */
  private boolean isMade(Command.Work work) {
    return awaitedCall(work).isPresent();
  }

  /** Describes the timeout and heartbeat that end a call without a result. */
  private static String describeLateCall(Command.Call call) {
    return call.timeout().map(time -> ", or its timeout of " + time).orElse("")
        + call.heartbeat().map(time -> ", or its silence for " + time).orElse("");
  }

  /** Returns the deadline of a call; null if it has none or only its node knows it. */
  private @Nullable Instant timeout(Command.Work work) {
    if (work.call().timeout().isEmpty()) {
      return null;
    }
    return awaitedCall(work).flatMap(Awaited::timeout).orElse(null);
  }

  private Optional<Awaited> awaitedCall(Command.Work work) {
    if (awaitedSteps == null) {
      awaitedSteps = sources.holds().awaited(summary.info().key());
    }
    return awaitedSteps.stream()
        .filter(call -> call.step().equals(work.step()) && call.attempt() == work.number())
        .findFirst();
  }

  private void offer(
      Command.Work work, Offers.OfferStatus offer, @Nullable Instant until, String orLate) {
    if (offer.holder().isPresent()) {
      Offers.Holder holder = offer.holder().get();
      add(
          HoldKind.WORKER,
          "the worker '%s' has it%s"
              .formatted(
                  holder.displayName(),
                  holder.details().map(details -> " and says " + details).orElse("")),
          work.step(),
          until,
          "its answer%s; if it falls silent, others are offered the work at %s"
              .formatted(orLate, holder.until()),
          offer.resource(),
          List.of());
    } else if (served.contains(offer.resource())) {
      add(
          HoldKind.NO_FREE_WORKER,
          "all who serve '%s' are busy".formatted(offer.resource()),
          work.step(),
          until,
          "a worker that polls for '%s'%s".formatted(offer.resource(), orLate),
          offer.resource(),
          List.of());
    } else {
      add(
          HoldKind.NO_WORKER,
          "no handler or worker serves the resource '%s'".formatted(offer.resource()),
          work.step(),
          until,
          "a worker that polls for '%s', or a handler of it%s".formatted(offer.resource(), orLate),
          offer.resource(),
          List.of());
    }
  }

  private void children(StepId step, Set<StepId> parents, @Nullable Instant until, String orLate) {
    if (parents.add(step)) {
      List<String> children = sources.holds().children(summary.info().key(), step.toString());
      add(
          HoldKind.CHILD,
          children.isEmpty()
              ? "executions that it began have not answered"
              : "it waits for the executions " + String.join(", ", children),
          step,
          until,
          "their end" + orLate,
          null,
          children);
    }
  }

  private void timer(Command.SetTimer timer) {
    StepChange known = steps.get(timer.step());
    if (known == null || known.place().kind() == StateKind.WAIT) {
      add(HoldKind.TIMER, "it waits until a time", timer.step(), timer.at(), "it passes by itself");
      return;
    }
    // A retry of a fork is a new visit, so the failure is that of the preceding step.
    Optional<Failure> failure =
        known
            .result()
            .failure()
            .or(() -> before(timer.step()).map(steps::get).flatMap(s -> s.result().failure()));
    add(
        HoldKind.RETRY,
        "attempt %d failed%s; attempt %d is delayed"
            .formatted(
                timer.attempt() - 1, failure.map(Explainer::words).orElse(""), timer.attempt()),
        timer.step(),
        timer.at(),
        "it is tried again by itself");
  }

  private static String words(Failure failure) {
    return failure.error().map(error -> " with " + error).orElse("")
        + failure
            .cause()
            .map(
                cause ->
                    cause.length() > MAX_REASONS ? cause.substring(0, MAX_REASONS) + "..." : cause)
            .map(cause -> " (" + cause + ")")
            .orElse("");
  }

  private void add(
      HoldKind kind, String what, StepId step, @Nullable Instant until, String release) {
    add(kind, what, step, until, release, null, List.of());
  }

  /** Adds a reason about a name, and about executions that must end. */
  private void add(
      HoldKind kind,
      String what,
      StepId step,
      @Nullable Instant until,
      String release,
      @Nullable String subject,
      List<String> executions) {
    StepChange known = steps.get(step);
    reasons.add(
        new HoldReason(
            kind,
            what,
            step.toString(),
            known == null ? null : known.place().state(),
            known == null ? null : known.at(),
            until,
            release,
            subject,
            executions));
  }
}
