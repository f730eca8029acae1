package dev.pawl.cli.durable;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.Step;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.Pawl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the store knows of a run. */
final class Records {

  /** So many of its children are looked at, the newest first. */
  private static final int CHILDREN = 1_000;

  private static final List<Status> LIVE =
      List.of(Status.RUNNING, Status.PENDING, Status.WAITING, Status.PAUSED);

  private final Pawl pawl;
  private final Identity identity;
  private final Family family;

  Records(Pawl pawl, Identity identity, Family family) {
    this.pawl = pawl;
    this.identity = identity;
    this.family = family;
  }

  /** The last execution of the run, if it has been run before. */
  Optional<Executions.Summary> newest() {
    return search(identity.criteria(), 1).stream().findFirst();
  }

  Executions.Summary summary(ExecutionId id) {
    return pawl.control()
        .find(pawl.key(id))
        .orElseThrow(() -> new IllegalStateException("there is no execution " + id));
  }

  Execution execution(ExecutionId id) {
    return pawl.control()
        .history(pawl.key(id))
        .orElseThrow(() -> new IllegalStateException("there is no execution " + id))
        .execution();
  }

  List<Step> lines(ExecutionId id) {
    return pawl.control().lines(pawl.key(id));
  }

  /** The executions that the run has started. */
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
    return search(criteria, CHILDREN).stream()
        .filter(one -> one.card().parent().isPresent() && family.has(one.card()))
        .toList();
  }

  private List<Executions.Summary> search(Executions.Criteria criteria, int limit) {
    return pawl.control()
        .search(TenantId.DEFAULT, criteria, new Executions.Page(limit, Optional.empty()));
  }
}
