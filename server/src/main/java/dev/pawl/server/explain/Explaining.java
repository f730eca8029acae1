package dev.pawl.server.explain;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds all reasons for which one execution is not moving. */
final class Explaining {

  private final Surroundings surroundings;
  private final Summary summary;
  private final Standing standing;
  private final String path;
  private final Map<StepId, Step> steps = new HashMap<>();
  private final Map<Offer.Key, Offers.Standing> offers = new HashMap<>();
  private final Set<String> served;
  private final List<Reason> reasons = new ArrayList<>();

  /**
   * @param served resources for which workers have polled lately, or have work at hand
   */
  Explaining(
      Surroundings surroundings,
      Summary summary,
      Standing standing,
      List<Offers.Standing> offers,
      Set<String> served) {
    this.surroundings = surroundings;
    this.summary = summary;
    this.standing = standing;
    this.served = served;
    this.path = "/api/flows/executions/" + summary.card().id();
    offers.forEach(offer -> this.offers.put(offer.key(), offer));
  }

  /**
   * What cannot be seen in the state of an execution: when something last happened, and paused it.
   */
  record Last(Optional<Instant> at, Optional<Recorded> pause) {

    static final Last UNKNOWN = new Last(Optional.empty(), Optional.empty());

    static Last of(Iterable<Recorded> happened) {
      Last last = UNKNOWN;
      for (Recorded one : happened) {
        boolean pauses = one.fact() instanceof Fact.Paused;
        last = new Last(Optional.of(one.at()), pauses ? Optional.of(one) : last.pause);
      }
      return last;
    }
  }

  /** Of one that cannot be read: what can be told without that. */
  List<Reason> reasons(Last last) {
    aboutAllOfIt(last);
    return reasons;
  }

  /** The steps for which an execution has asked somebody or something. */
  static Set<StepId> awaited(Execution execution) {
    Set<StepId> awaited = new HashSet<>();
    for (Command command : Outstanding.evenIfPaused(execution)) {
      if (command instanceof Command.OfStep ofStep) {
        awaited.add(ofStep.step());
      }
    }
    return awaited;
  }

  /**
   * @param history of the steps that are awaited, at least
   */
  List<Reason> reasons(Last last, History history) {
    history.steps().forEach(step -> steps.put(step.id(), step));
    aboutAllOfIt(last);
    Set<StepId> parents = new HashSet<>();
    Execution execution = history.execution();
    for (Command command : Outstanding.evenIfPaused(execution)) {
      switch (command) {
        case Command.Work work -> work(work, parents);
        case Command.StartChild child -> children(child.step(), parents);
        case Command.SetTimer timer -> timer(timer);
        case Command.AwaitEvent event ->
            add(
                Kind.EVENT,
                "the event '" + event.name() + "' has not come",
                event.step(),
                null,
                "POST " + path + "/events/" + event.name());
        case Command.OpenHumanTask human ->
            add(
                Kind.PERSON,
                "'%s' waits for %s".formatted(human.title(), human.assignees()),
                human.step(),
                null,
                "somebody acts on it");
        case Command.Abandon abandon -> {}
        case Command.Finish finish -> {}
      }
    }
    return reasons;
  }

  private void aboutAllOfIt(Last last) {
    Optional<String> incident = standing.waitsFor().incident();
    if (incident.isPresent()) {
      reasons.add(
          Reason.ofAll(
              Kind.INCIDENT,
              incident.get(),
              last.at(),
              "mend what it says, then POST " + path + "/resume"));
    } else if (standing.waitsFor().paused()) {
      paused(last.pause());
    }
    if (standing.owner().isPresent()) {
      owner(standing.owner().getAsInt());
    } else {
      surroundings.line(summary.card().key()).ifPresent(this::line);
    }
  }

  private void paused(Optional<Recorded> last) {
    String why =
        last.map(one -> ((Fact.Paused) one.fact()).reason())
            .filter(reason -> !reason.isBlank())
            .map(reason -> ": " + reason)
            .orElse("");
    reasons.add(
        Reason.ofAll(
            Kind.PAUSED,
            "an operator paused it" + why,
            last.map(Recorded::at),
            "POST " + path + "/resume"));
  }

  private void owner(int number) {
    Optional<Surroundings.NodeState> node = surroundings.node(number);
    if (node.isEmpty() || node.get().isGone()) {
      reasons.add(
          Reason.ofAll(
              Kind.NODE_GONE,
              "its node %d%s is gone"
                  .formatted(number, node.map(n -> " (" + n.name() + ")").orElse("")),
              node.map(Surroundings.NodeState::leaseUntil),
              surroundings.livingNodes() == 0
                  ? "start a node: there is none"
                  : "another node takes it over within seconds"));
    }
  }

  private void line(Surroundings.Line line) {
    if (line.isBehindALimit()) {
      limited(line.since());
    } else {
      inLine(line.since());
    }
  }

  private void inLine(Instant since) {
    int nodes = surroundings.livingNodes();
    reasons.add(
        Reason.ofAll(
            Kind.QUEUED,
            "it is in line for a node with room",
            Optional.of(since),
            nodes == 0 ? "start a node: there is none" : "one of " + nodes + " nodes takes it"));
  }

  private void limited(Instant since) {
    for (Surroundings.Limit limit : surroundings.limits(summary.card())) {
      if (limit.isFull()) {
        String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
        reasons.add(
            Reason.ofAll(
                Kind.LIMIT,
                "%s may have %d executions at work; %s"
                    .formatted(
                        whose,
                        limit.atMost(),
                        limit.holders().isEmpty()
                            ? "none is let in"
                            : "at work are " + String.join(", ", limit.holders())),
                Optional.of(since),
                "the end or a rest of one of them, or a higher limit"));
      }
    }
  }

  private void work(Command.Work task, Set<StepId> parents) {
    Offers.Standing offer =
        offers.get(new Offer.Key(summary.card().key(), task.step(), task.number()));
    if (offer != null) {
      offer(task, offer);
    } else if (ChildFlow.of(task.call()).isPresent()) {
      children(task.step(), parents);
    } else if (task.call().token().isPresent() && standing.owner().isEmpty()) {
      add(
          Kind.CALLBACK,
          "somebody has its task token",
          task.step(),
          null,
          "POST /api/workers/{token}/success or /failure");
    } else if (standing.owner().isPresent()) {
      add(
          Kind.AT_WORK,
          "node %d runs the handler of '%s'"
              .formatted(standing.owner().getAsInt(), task.call().resource()),
          task.step(),
          null,
          "its answer");
    }
  }

  private void offer(Command.Work task, Offers.Standing offer) {
    if (offer.holder().isPresent()) {
      Offers.Holder holder = offer.holder().get();
      add(
          Kind.WORKER,
          "the worker '%s' has it%s"
              .formatted(
                  holder.knownAs(),
                  holder.details().map(details -> " and says " + details).orElse("")),
          task.step(),
          null,
          "its answer; if it falls silent, others are offered the work at " + holder.until());
    } else if (served.contains(offer.resource())) {
      add(
          Kind.NO_FREE_WORKER,
          "all who serve '%s' are busy".formatted(offer.resource()),
          task.step(),
          null,
          "a worker that polls for '%s'".formatted(offer.resource()));
    } else {
      add(
          Kind.NO_WORKER,
          "nobody serves the resource '%s'".formatted(offer.resource()),
          task.step(),
          null,
          "a worker that polls for '%s', or a handler of it".formatted(offer.resource()));
    }
  }

  private void children(StepId step, Set<StepId> parents) {
    if (parents.add(step)) {
      List<String> children = surroundings.children(summary.card().key(), step.toString());
      add(
          Kind.CHILD,
          children.isEmpty()
              ? "executions that it began have not answered"
              : "it waits for the executions " + String.join(", ", children),
          step,
          null,
          "their end");
    }
  }

  private void timer(Command.SetTimer timer) {
    if (!timer.step().equals(StepId.EXECUTION)) {
      add(Kind.TIMER, "a timer is to ring", timer.step(), timer.at(), "it rings by itself");
    }
  }

  private void add(Kind kind, String what, StepId step, @Nullable Instant until, String release) {
    Step known = steps.get(step);
    reasons.add(
        new Reason(
            kind,
            what,
            step.toString(),
            known == null ? null : known.place().state(),
            known == null ? null : known.at(),
            until,
            release));
  }
}
