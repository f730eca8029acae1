package dev.pawl.cli.durable;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the executions of a run from the store. */
final class RunRecords {

  /** The maximum number of children that are read, newest first. */
  private static final int MAX_CHILDREN = 1_000;

  private static final List<Status> LIVE =
      List.of(Status.RUNNING, Status.PENDING, Status.WAITING, Status.PAUSED);

  private final PostgresNode node;
  private final RunIdentity identity;
  private final RunTree tree;

  RunRecords(PostgresNode node, RunIdentity identity, RunTree tree) {
    this.node = node;
    this.identity = identity;
    this.tree = tree;
  }

  /** Returns the last execution of the run; empty if it has not been run before. */
  Optional<Executions.Summary> newest() {
    return search(identity.criteria(), 1).stream().findFirst();
  }

  Executions.Summary summary(ExecutionId id) {
    return node.control()
        .reader()
        .find(node.key(id))
        .orElseThrow(() -> new IllegalStateException("there is no execution " + id));
  }

  Execution execution(ExecutionId id) {
    return node.control()
        .reader()
        .history(node.key(id))
        .orElseThrow(() -> new IllegalStateException("there is no execution " + id))
        .execution();
  }

  List<StepChange> steps(ExecutionId id) {
    return node.control().reader().steps(node.key(id));
  }

  /** Returns the executions that the run has started, directly or indirectly. */
  List<Executions.Summary> children() {
    return children(Optional.empty());
  }

  List<Executions.Summary> liveChildren() {
    List<Executions.Summary> live = new ArrayList<>();
    LIVE.forEach(status -> live.addAll(children(Optional.of(status))));
    return live;
  }

  private List<Executions.Summary> children(Optional<Status> status) {
    Executions.Criteria criteria =
        new Executions.Criteria(
            Optional.empty(),
            status,
            Optional.of(identity.businessKey()),
            Map.of(),
            Optional.empty(),
            Executions.Span.ALWAYS);
    return search(criteria, MAX_CHILDREN).stream()
        .filter(one -> one.info().parent().isPresent() && tree.has(one.info()))
        .toList();
  }

  /** Returns true if the run, of which the main execution is given, needs an input to continue. */
  boolean isStuck(Executions.Summary now) {
    return isResting(now) && liveChildren().stream().allMatch(RunRecords::isResting);
  }

  private static boolean isResting(Executions.Summary one) {
    return switch (one.status()) {
      case WAITING, PAUSED ->
          one.standing().flatMap(Executions.WaitState::wakeAt).isEmpty() && !isOffered(one);
      case PENDING, RUNNING -> false;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> true;
    };
  }

  /** Returns true if the execution waits for a handler, which may be one of this program. */
  private static boolean isOffered(Executions.Summary one) {
    return one.standing()
        .filter(s -> s.waitsFor().kinds().stream().anyMatch(kind -> kind.startsWith("handler:")))
        .isPresent();
  }

  private List<Executions.Summary> search(Executions.Criteria criteria, int limit) {
    return node.control()
        .reader()
        .search(TenantId.DEFAULT, criteria, new Executions.Page(limit, Optional.empty()));
  }
}
