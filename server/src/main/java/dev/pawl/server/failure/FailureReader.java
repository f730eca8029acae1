package dev.pawl.server.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.failure.FailureFamilies;
import dev.pawl.postgres.failure.FailureFamilies.FamilyFilter;
import dev.pawl.postgres.failure.FailureFamilies.HourCount;
import dev.pawl.postgres.failure.FailureFamilies.MatchingFamily;
import dev.pawl.postgres.failure.FailureFamily;
import dev.pawl.postgres.failure.FamilyKey;
import dev.pawl.server.access.Caller;
import dev.pawl.server.failure.FailureListView.FailureCountsView;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Answers requests for failure families. */
final class FailureReader {

  private static final int MAX_CHANGES = 100;

  private final TenantDatabase tenanted;
  private final ActiveVersions flows;
  private final FailureCollector collector;
  private final FailureComparison comparison;
  private final FailureViews views;

  FailureReader(
      TenantDatabase tenanted,
      ActiveVersions flows,
      FailureCollector collector,
      FailureComparison comparison,
      FailureViews views) {
    this.tenanted = tenanted;
    this.flows = flows;
    this.collector = collector;
    this.comparison = comparison;
    this.views = views;
  }

  /** The parameters of a list. */
  record ListRequest(
      String status,
      Optional<String> flow,
      Optional<Integer> version,
      String since,
      String search,
      String after,
      int limit) {

    OptionalInt versionNumber() {
      return version.map(OptionalInt::of).orElse(OptionalInt.empty());
    }
  }

  FailureListView list(Caller caller, ListRequest request) {
    TenantId tenant = caller.tenant();
    Optional<FamilyCursor> after = FamilyCursor.parse(request.after());
    Instant asOf = collector.catchUp();
    FailurePeriod period = FailurePeriod.parse(request.since(), Instant.now());
    FamilyFilter filter =
        new FamilyFilter(
            period.from(),
            request.flow().map(flow -> flows.codeOrArgument(tenant, flow)),
            request.versionNumber(),
            request.search());
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              List<MatchingFamily> matching =
                  FailureFamilies.matching(connection, tenant, filter).stream()
                      .filter(one -> caller.scope().hasFlow(one.flow()))
                      .toList();
              List<FamilyCursor> sorted =
                  matching.stream()
                      .filter(one -> isWanted(request.status(), one.status()))
                      .map(FamilyCursor::of)
                      .filter(one -> after.isEmpty() || one.compareTo(after.get()) > 0)
                      .sorted()
                      .toList();
              List<FamilyCursor> page = sorted.stream().limit(request.limit()).toList();
              return new FailureListView(
                  views(
                      connection,
                      tenant,
                      page.stream().map(FamilyCursor::id).toList(),
                      period,
                      request.versionNumber()),
                  page.size() < sorted.size() ? page.getLast().text() : null,
                  counts(matching),
                  period.from(),
                  asOf);
            });
  }

  private static boolean isWanted(String filter, String status) {
    return switch (filter) {
      case "all" -> true;
      case "new" -> isFresh(status);
      case "known" -> status.equals("KNOWN");
      case "resolved" -> status.equals("RESOLVED");
      default -> !status.equals("RESOLVED");
    };
  }

  private static boolean isFresh(String status) {
    return status.equals("NEW") || status.equals("REOPENED");
  }

  private static FailureCountsView counts(List<MatchingFamily> matching) {
    int fresh = (int) matching.stream().filter(one -> isFresh(one.status())).count();
    int known = (int) matching.stream().filter(one -> one.status().equals("KNOWN")).count();
    return new FailureCountsView(fresh + known, fresh, known, matching.size() - fresh - known);
  }

  /** Returns a family with the failures of the default period, and without newer ones. */
  FailureFamilyView require(Caller caller, String id) {
    FailurePeriod period = FailurePeriod.parse(null, Instant.now());
    return tenanted
        .of(caller.tenant())
        .transact(connection -> require(connection, caller, id, period));
  }

  FailureFamilyView ofExecution(Caller caller, String id) {
    UUID execution = caller.execution(id).id().value();
    collector.catchUp();
    String family =
        familyOf(caller, execution)
            .or(
                () -> {
                  // It may have failed since.
                  collector.catchUpNow();
                  return familyOf(caller, execution);
                })
            .orElseThrow(
                () ->
                    ApiException.notFound(
                        "failure family of execution %s; only failed top-level executions that are no"
                                .formatted(id)
                            + " tests have one"));
    return require(caller, family);
  }

  private Optional<String> familyOf(Caller caller, UUID execution) {
    return tenanted
        .of(caller.tenant())
        .transact(
            connection -> FailureFamilies.ofExecution(connection, caller.tenant(), execution));
  }

  FailureDetailView detail(Caller caller, String id, String since) {
    TenantId tenant = caller.tenant();
    Instant asOf = collector.catchUp();
    FailurePeriod period = FailurePeriod.parse(since, Instant.now());
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              FailureFamilyView family = require(connection, caller, id, period);
              FailureComparison.Compared compared =
                  comparison.compare(connection, tenant, family.id(), family.flow(), period.from());
              return new FailureDetailView(
                  family,
                  compared.sample(),
                  compared.factors(),
                  compared.examples(),
                  FailureFamilies.changes(connection, tenant, id, MAX_CHANGES).stream()
                      .map(FailureViews::change)
                      .toList(),
                  period.from(),
                  asOf);
            });
  }

  private FailureFamilyView require(
      Connection connection, Caller caller, String id, FailurePeriod period) throws SQLException {
    if (!FamilyKey.isId(id)) {
      throw ApiException.notFound("failure family '" + id + "'");
    }
    return views(connection, caller.tenant(), List.of(id), period, OptionalInt.empty()).stream()
        .filter(found -> caller.scope().hasFlow(found.flow()))
        .findFirst()
        .orElseThrow(() -> ApiException.notFound("failure family '" + id + "'"));
  }

  private List<FailureFamilyView> views(
      Connection connection,
      TenantId tenant,
      Collection<String> ids,
      FailurePeriod period,
      OptionalInt version)
      throws SQLException {
    if (ids.isEmpty()) {
      return List.of();
    }
    Map<String, FailureFamily> families = FailureFamilies.find(connection, tenant, ids);
    Map<String, List<HourCount>> counts =
        FailureFamilies.counts(connection, tenant, ids, period.from());
    Map<String, Integer> retryable =
        FailureFamilies.retryable(connection, tenant, ids, period.from(), version);
    return ids.stream()
        .filter(families::containsKey)
        .map(id -> Objects.requireNonNull(families.get(id)))
        .map(
            family ->
                views.family(
                    family,
                    counts.getOrDefault(family.id(), List.of()),
                    retryable.getOrDefault(family.id(), 0),
                    period,
                    version))
        .toList();
  }
}
