package dev.pawl.server.explain;

import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.postgres.flow.EmergencyStopStore.EmergencyStop;
import dev.pawl.postgres.permit.LimitQueries.LimitUsage;
import dev.pawl.postgres.query.ClusterNodes;
import dev.pawl.postgres.query.HoldQueries.QueueState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds what holds an execution as a whole: an incident, a pause, a dead node, a queue or a limit.
 */
final class HoldReasons {

  private static final int MAX_EXECUTIONS = 5;

  private final ExplainSources sources;
  private final Summary summary;
  private final Executions.WaitState standing;
  private final String path;
  private final Optional<HoldReason> goneNode;

  HoldReasons(ExplainSources sources, Summary summary, Executions.WaitState standing, String path) {
    this.sources = sources;
    this.summary = summary;
    this.standing = standing;
    this.path = path;
    this.goneNode =
        standing.owner().isPresent() ? nodeGone(standing.owner().getAsInt()) : Optional.empty();
  }

  /** Returns true if a live node owns the execution. */
  boolean isOwned() {
    return standing.owner().isPresent() && goneNode.isEmpty();
  }

  List<HoldReason> reasons(LastFacts last) {
    List<HoldReason> reasons = new ArrayList<>();
    Optional<String> incident = standing.waitsFor().incident();
    if (incident.isPresent()) {
      reasons.add(
          HoldReason.ofAll(
              HoldKind.INCIDENT,
              incident.get(),
              last.at(),
              "mend what it says, then POST " + path + "/resume"));
    } else if (standing.waitsFor().paused() || last.pause().isPresent()) {
      reasons.add(paused(last.pause()));
    }
    goneNode.ifPresent(reasons::add);
    if (standing.owner().isEmpty()) {
      sources
          .holds()
          .queueState(summary.info().key())
          .ifPresent(line -> reasons.addAll(queueReasons(line)));
    }
    return reasons;
  }

  private HoldReason paused(Optional<RecordedFact> last) {
    Fact.Paused pause =
        last.map(one -> (Fact.Paused) one.fact()).orElseGet(() -> new Fact.Paused(""));
    Optional<EmergencyStop> halt =
        pause.withAll() ? sources.stops().find(summary.info().key().tenant()) : Optional.empty();
    if (halt.isPresent()) {
      return emergencyStop(", with what ran", halt.get());
    }
    return HoldReason.ofAll(
        HoldKind.PAUSED,
        (pause.withAll() ? "it was paused with all of its tenant" : "an operator paused it")
            + describeActor(pause.by(), pause.reason()),
        last.map(RecordedFact::at),
        "POST " + path + "/resume");
  }

  private static HoldReason emergencyStop(String what, EmergencyStop halt) {
    return HoldReason.ofAll(
        HoldKind.TENANT_PAUSED,
        "all flows of the tenant were paused" + what + describeActor(halt.by(), halt.reason()),
        Optional.of(halt.at()),
        "POST /api/admin/flows/resume-all");
  }

  /** Formats the author and the reason of a pause as far as they are known. */
  private static String describeActor(String by, String reason) {
    return (by.isEmpty() ? "" : " ('" + by + "')") + (reason.isBlank() ? "" : ": " + reason);
  }

  private Optional<HoldReason> nodeGone(int number) {
    Optional<ClusterNodes.NodeState> node = sources.nodes().find(number);
    if (node.isPresent() && !node.get().isGone()) {
      return Optional.empty();
    }
    return Optional.of(
        HoldReason.ofAll(
            HoldKind.NODE_GONE,
            "its node %d%s is gone"
                .formatted(number, node.map(n -> " (" + n.name() + ")").orElse("")),
            node.map(ClusterNodes.NodeState::leaseUntil),
            sources.nodes().countAlive() == 0
                ? "start a node: there is none"
                : "another node takes it over within seconds"));
  }

  private List<HoldReason> queueReasons(QueueState line) {
    if (line.isHeldBack()) {
      return limitReasons(line);
    }
    int nodes = sources.nodes().countAlive();
    return List.of(
        HoldReason.ofAll(
            HoldKind.QUEUED,
            "it is queued for a node with free capacity",
            Optional.of(line.since()),
            nodes == 0 ? "start a node: there is none" : "one of " + nodes + " nodes takes it"));
  }

  private List<HoldReason> limitReasons(QueueState line) {
    List<HoldReason> reasons = new ArrayList<>();
    if (!line.hasStarted()) {
      sources
          .stops()
          .find(summary.info().key().tenant())
          .map(halt -> emergencyStop(", and it has not started", halt))
          .ifPresent(reasons::add);
    }
    for (LimitUsage limit : usage()) {
      if (limit.isFull() && (!limit.isConcurrent() || isCounted(limit, line))) {
        reasons.add(limit.isConcurrent() ? concurrent(limit, line) : active(limit, line));
      }
    }
    return reasons;
  }

  private List<LimitUsage> usage() {
    return sources.limits().usage(summary.info().key().tenant(), summary.info().version().flow());
  }

  /** Returns true if the execution still needs a permit of a limit on unfinished executions. */
  private boolean isCounted(LimitUsage limit, QueueState line) {
    return !line.hasStarted()
        && switch (ConcurrencyLimit.counting(summary.info())) {
          case NOWHERE -> false;
          case FLOW -> !limit.flow().isEmpty();
          case FLOW_AND_TENANT -> true;
        };
  }

  private static HoldReason concurrent(LimitUsage limit, QueueState line) {
    String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
    String what =
        "it waits for a concurrency permit: %d of at most %d executions of %s are unfinished%s"
            .formatted(
                limit.held(),
                limit.limit().atMost(),
                whose,
                limit.holders().isEmpty()
                    ? ""
                    : "; the oldest are " + String.join(", ", limit.holders()));
    return new HoldReason(
        HoldKind.LIMIT,
        what,
        null,
        null,
        line.since(),
        limit.limit().queueTimeout().map(line.since()::plus).orElse(null),
        "the end of one of them, or a higher limit 'concurrent'"
            + limit
                .limit()
                .queueTimeout()
                .map(time -> "; it times out after " + time.toSeconds() + " seconds of waiting")
                .orElse(""),
        flow(limit),
        firstOf(limit.holders()));
  }

  private static HoldReason active(LimitUsage limit, QueueState line) {
    String whose = limit.flow().isEmpty() ? "the tenant" : "the flow '" + limit.flow() + "'";
    HoldReason reason =
        HoldReason.ofAll(
            HoldKind.LIMIT,
            "%s may have %d active executions; %s"
                .formatted(
                    whose,
                    limit.limit().atMost(),
                    limit.holders().isEmpty()
                        ? "none is started"
                        : "active are " + String.join(", ", limit.holders())),
            Optional.of(line.since()),
            "one of them parks or ends, or a higher limit 'active'");
    return reason.about(flow(limit), firstOf(limit.holders()));
  }

  private static @Nullable String flow(LimitUsage limit) {
    return limit.flow().isEmpty() ? null : limit.flow();
  }

  private static List<String> firstOf(List<String> executions) {
    return executions.subList(0, Math.min(executions.size(), MAX_EXECUTIONS));
  }
}
