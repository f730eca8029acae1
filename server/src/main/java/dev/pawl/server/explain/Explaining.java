package dev.pawl.server.explain;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Outstanding;
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

  /** Of one whose definition cannot be read: what can be told without it. */
  List<Reason> reasons() {
    aboutAllOfIt();
    return reasons;
  }

  List<Reason> reasons(History history) {
    history.steps().forEach(step -> steps.put(step.id(), step));
    aboutAllOfIt();
    Set<StepId> parents = new HashSet<>();
    Execution execution = history.execution();
    for (Command command : Outstanding.evenIfPaused(execution)) {
      switch (command) {
        case Command.RunTask task -> task(task, parents);
        case Command.Work work ->
            add("at-work", "the node reads or writes data", work.step(), null, "its end");
        case Command.StartChild child -> children(child.step(), parents);
        case Command.SetTimer timer -> timer(timer);
        case Command.AwaitEvent event ->
            add(
                "event",
                "the event '" + event.name() + "' has not come",
                event.step(),
                null,
                "POST " + path + "/events/" + event.name());
        case Command.OpenHumanTask human ->
            add(
                "person",
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

  private void aboutAllOfIt() {
    Optional<String> incident = standing.waitsFor().incident();
    if (incident.isPresent()) {
      reasons.add(
          Reason.ofAll(
              "incident", incident.get(), "mend what it says, then POST " + path + "/resume"));
    } else if (standing.waitsFor().paused()) {
      reasons.add(Reason.ofAll("paused", "an operator paused it", "POST " + path + "/resume"));
    }
    if (standing.owner().isPresent()) {
      owner(standing.owner().getAsInt());
    } else {
      switch (surroundings.line(summary.card().key())) {
        case NOWHERE -> {}
        case IN_LINE -> inLine();
        case BEHIND_A_LIMIT -> limited();
      }
    }
  }

  private void owner(int number) {
    Optional<Surroundings.NodeState> node = surroundings.node(number);
    if (node.isEmpty() || node.get().isGone()) {
      reasons.add(
          Reason.ofAll(
              "node-gone",
              "its node %d%s is gone"
                  .formatted(number, node.map(n -> " (" + n.name() + ")").orElse("")),
              surroundings.livingNodes() == 0
                  ? "start a node: there is none"
                  : "another node takes it over within seconds"));
    }
  }

  private void inLine() {
    int nodes = surroundings.livingNodes();
    reasons.add(
        Reason.ofAll(
            "queued",
            "it is in line for a node with room",
            nodes == 0 ? "start a node: there is none" : "one of " + nodes + " nodes takes it"));
  }

  private void limited() {
    for (Surroundings.Limit limit : surroundings.limits(summary.card())) {
      if (limit.isFull()) {
        String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
        reasons.add(
            Reason.ofAll(
                "limit",
                "%s may have %d executions at work; %s"
                    .formatted(
                        whose,
                        limit.atMost(),
                        limit.holders().isEmpty()
                            ? "none is let in"
                            : "at work are " + String.join(", ", limit.holders())),
                "the end or a rest of one of them, or a higher limit"));
      }
    }
  }

  private void task(Command.RunTask task, Set<StepId> parents) {
    Offers.Standing offer =
        offers.get(new Offer.Key(summary.card().key(), task.step(), task.attempt()));
    if (offer != null) {
      offer(task, offer);
    } else if (ChildFlow.of(task.call()).isPresent()) {
      children(task.step(), parents);
    } else if (task.call().token().isPresent() && standing.owner().isEmpty()) {
      add(
          "callback",
          "somebody has its task token",
          task.step(),
          null,
          "POST /api/workers/{token}/success or /failure");
    } else if (standing.owner().isPresent()) {
      add(
          "at-work",
          "node %d runs the handler of '%s'"
              .formatted(standing.owner().getAsInt(), task.call().resource()),
          task.step(),
          null,
          "its answer");
    }
  }

  private void offer(Command.RunTask task, Offers.Standing offer) {
    if (offer.holder().isPresent()) {
      Offers.Holder holder = offer.holder().get();
      add(
          "worker",
          "the worker '%s' has it%s"
              .formatted(
                  holder.knownAs(),
                  holder.details().map(details -> " and says " + details).orElse("")),
          task.step(),
          null,
          "its answer; if it falls silent, others are offered the work at " + holder.until());
    } else if (served.contains(offer.resource())) {
      add(
          "no-free-worker",
          "all who serve '%s' are busy".formatted(offer.resource()),
          task.step(),
          null,
          "a worker that polls for '%s'".formatted(offer.resource()));
    } else {
      add(
          "no-worker",
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
          "child",
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
      add("timer", "a timer is to ring", timer.step(), timer.at(), "it rings by itself");
    }
  }

  private void add(String kind, String what, StepId step, @Nullable Instant until, String release) {
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
