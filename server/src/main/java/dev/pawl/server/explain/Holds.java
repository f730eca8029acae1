package dev.pawl.server.explain;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.Executions.Standing;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.server.flow.Halts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what holds all of an execution: trouble, an operator, its tenant, its node, a limit. */
final class Holds {

  private final Surroundings surroundings;
  private final Summary summary;
  private final Standing standing;
  private final String path;
  private final Optional<Reason> goneNode;

  Holds(Surroundings surroundings, Summary summary, Standing standing, String path) {
    this.surroundings = surroundings;
    this.summary = summary;
    this.standing = standing;
    this.path = path;
    this.goneNode =
        standing.owner().isPresent() ? gone(standing.owner().getAsInt()) : Optional.empty();
  }

  /** Whether a node that lives has it. */
  boolean isOwned() {
    return standing.owner().isPresent() && goneNode.isEmpty();
  }

  List<Reason> reasons(Last last) {
    List<Reason> reasons = new ArrayList<>();
    Optional<String> incident = standing.waitsFor().incident();
    if (incident.isPresent()) {
      reasons.add(
          Reason.ofAll(
              Kind.INCIDENT,
              incident.get(),
              last.at(),
              "mend what it says, then POST " + path + "/resume"));
    } else if (standing.waitsFor().paused() || last.pause().isPresent()) {
      reasons.add(paused(last.pause()));
    }
    goneNode.ifPresent(reasons::add);
    if (standing.owner().isEmpty()) {
      surroundings.line(summary.card().key()).ifPresent(line -> reasons.addAll(inLine(line)));
    }
    return reasons;
  }

  private Reason paused(Optional<Recorded> last) {
    Fact.Paused pause =
        last.map(one -> (Fact.Paused) one.fact()).orElseGet(() -> new Fact.Paused(""));
    Optional<Halts.Halt> halt =
        pause.withAll() ? surroundings.halt(summary.card().key().tenant()) : Optional.empty();
    if (halt.isPresent()) {
      return halted(", with what ran", halt.get());
    }
    return Reason.ofAll(
        Kind.PAUSED,
        (pause.withAll() ? "it was paused with all of its tenant" : "an operator paused it")
            + said(pause.by(), pause.reason()),
        last.map(Recorded::at),
        "POST " + path + "/resume");
  }

  private static Reason halted(String what, Halts.Halt halt) {
    return Reason.ofAll(
        Kind.TENANT_PAUSED,
        "all flows of the tenant were paused" + what + said(halt.by(), halt.reason()),
        Optional.of(halt.at()),
        "POST /api/admin/flows/resume-all");
  }

  /** By whom and why, as far as that is known. */
  private static String said(String by, String reason) {
    return (by.isEmpty() ? "" : " ('" + by + "')") + (reason.isBlank() ? "" : ": " + reason);
  }

  private Optional<Reason> gone(int number) {
    Optional<Surroundings.NodeState> node = surroundings.node(number);
    if (node.isPresent() && !node.get().isGone()) {
      return Optional.empty();
    }
    return Optional.of(
        Reason.ofAll(
            Kind.NODE_GONE,
            "its node %d%s is gone"
                .formatted(number, node.map(n -> " (" + n.name() + ")").orElse("")),
            node.map(Surroundings.NodeState::leaseUntil),
            surroundings.livingNodes() == 0
                ? "start a node: there is none"
                : "another node takes it over within seconds"));
  }

  private List<Reason> inLine(Surroundings.Line line) {
    if (line.isBehindALimit()) {
      return limited(line);
    }
    int nodes = surroundings.livingNodes();
    return List.of(
        Reason.ofAll(
            Kind.QUEUED,
            "it is in line for a node with room",
            Optional.of(line.since()),
            nodes == 0 ? "start a node: there is none" : "one of " + nodes + " nodes takes it"));
  }

  private List<Reason> limited(Surroundings.Line line) {
    List<Reason> reasons = new ArrayList<>();
    if (!line.hasStarted()) {
      surroundings
          .halt(summary.card().key().tenant())
          .map(halt -> halted(", and it has not started", halt))
          .ifPresent(reasons::add);
    }
    for (Surroundings.Limit limit : surroundings.limits(summary.card())) {
      if (limit.isFull() && (!limit.isConcurrent() || isCounted(limit, line))) {
        reasons.add(limit.isConcurrent() ? concurrent(limit, line) : active(limit, line));
      }
    }
    return reasons;
  }

  /** True if it still needs a permit of a limit of unfinished executions. */
  private boolean isCounted(Surroundings.Limit limit, Surroundings.Line line) {
    return !line.hasStarted()
        && switch (ConcurrencyLimit.counting(summary.card())) {
          case NOWHERE -> false;
          case FLOW -> !limit.flow().isEmpty();
          case FLOW_AND_TENANT -> true;
        };
  }

  private static Reason concurrent(Surroundings.Limit limit, Surroundings.Line line) {
    String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
    String what =
        "it waits for a concurrency permit: %d of at most %d executions of %s are unfinished%s"
            .formatted(
                limit.held(),
                limit.atMost(),
                whose,
                limit.holders().isEmpty()
                    ? ""
                    : "; the oldest are " + String.join(", ", limit.holders()));
    return new Reason(
        Kind.LIMIT,
        what,
        null,
        null,
        line.since(),
        limit.queueTimeout().map(line.since()::plus).orElse(null),
        "the end of one of them, or a higher limit 'concurrent'"
            + limit
                .queueTimeout()
                .map(time -> "; it times out after " + time.toSeconds() + " seconds of waiting")
                .orElse(""));
  }

  private static Reason active(Surroundings.Limit limit, Surroundings.Line line) {
    String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
    return Reason.ofAll(
        Kind.LIMIT,
        "%s may have %d active executions; %s"
            .formatted(
                whose,
                limit.atMost(),
                limit.holders().isEmpty()
                    ? "none is let in"
                    : "active are " + String.join(", ", limit.holders())),
        Optional.of(line.since()),
        "one of them parks or ends, or a higher limit 'active'");
  }
}
