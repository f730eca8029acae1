package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.feed.TenantMarks;
import dev.pawl.postgres.feed.TenantMarks.Marks;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds changes of tenants outside their journals: in the audit, which has every change made by the
 * API, in the table of jobs, and by the marks of what can change in other ways. A query serves any
 * number of tenants, and nothing is written.
 */
final class ChangeLog {

  private static final int MAX_ENTRIES = 200;

  /** What a request may take between its time in the audit and its entry, and clocks may differ. */
  private static final Duration ENTRY_DELAY = Duration.ofMinutes(1);

  private static final String LAST_NUMBER =
      "select coalesce(max(a.number), 0) from pawl.audit a where a.tenant = ?";

  private static final String AUDITED =
      """
      select w.tenant, a.number, a.at, a.status, a.actor, a.endpoint, a.target
        from unnest(?::int[], ?::bigint[]) w (tenant, number)
       cross join lateral (
         select e.number, e.at, e.status, e.actor, e.endpoint, e.target
           from pawl.audit e where e.tenant = w.tenant and e.number > w.number
          order by e.number limit %d) a
       order by w.tenant, a.number
      """
          .formatted(MAX_ENTRIES);

  // Only the newest entries are read, because there is no index on tenant and time.
  private static final String MISSED =
      """
      select a.tenant, a.number, a.at, a.status, a.actor, a.endpoint, a.target
        from (select e.tenant, e.number, e.at, e.status, e.actor, e.endpoint, e.target
                from pawl.audit e where e.tenant = ? order by e.number desc limit %d) a
       order by a.number
      """
          .formatted(MAX_ENTRIES);

  private static final String JOBS =
      """
      select j.tenant, j.id, j.action, j.status, j.done, j.refused, j.total
        from pawl.job j where j.status = 'RUNNING' and j.tenant = any(?)
       union all
      select j.tenant, j.id, j.action, j.status, j.done, j.refused, j.total
        from unnest(?::int[], ?::uuid[]) w (tenant, id)
        join pawl.job j on j.tenant = w.tenant and j.id = w.id and j.status <> 'RUNNING'
      """;

  private static final Marks NO_MARKS = new Marks("", "", "", "", "", "");

  private final ConnectionTemplate allTenants;
  private final TenantMarks marks;

  /**
   * Creates the search.
   *
   * @param allTenants has access to the rows of all tenants
   */
  ChangeLog(ConnectionTemplate allTenants, TenantMarks marks) {
    this.allTenants = allTenants;
    this.marks = marks;
  }

  /** Returns a tracker of all changes from now on. */
  ChangeTracker track(TenantId tenant) {
    long number =
        allTenants.use(
            connection ->
                Rows.first(connection, LAST_NUMBER, row -> row.getLong(1), tenant.value())
                    .orElseThrow());
    return new ChangeTracker(
        tenant, number, marks.read(List.of(tenant)).getOrDefault(tenant, NO_MARKS));
  }

  /** Returns what has changed since the trackers were last asked, by tenant. */
  Map<TenantId, List<TopicChange>> read(Collection<ChangeTracker> trackers) {
    List<TenantId> tenants = trackers.stream().map(ChangeTracker::tenant).toList();
    Map<TenantId, List<AuditedChange>> audited = new HashMap<>();
    Map<TenantId, List<TopicChange.JobProgress>> jobs = new HashMap<>();
    allTenants.use(
        connection -> {
          readAudit(connection, trackers, audited);
          readJobs(connection, trackers, jobs);
          return true;
        });
    Map<TenantId, Marks> read = marks.read(tenants);
    Instant now = Instant.now();
    Map<TenantId, List<TopicChange>> changes = new HashMap<>();
    for (ChangeTracker tracker : trackers) {
      List<TopicChange> found =
          tracker.update(
              audited.getOrDefault(tracker.tenant(), List.of()),
              read.getOrDefault(tracker.tenant(), NO_MARKS),
              jobs.getOrDefault(tracker.tenant(), List.of()),
              now);
      if (!found.isEmpty()) {
        changes.put(tracker.tenant(), found);
      }
    }
    return changes;
  }

  /**
   * Returns the changes since a time, for a listener that resumes: those of the audit, and one for
   * each topic of which earlier changes are not known.
   */
  List<TopicChange> missed(TenantId tenant, Instant since) {
    Instant from = since.minus(ENTRY_DELAY);
    List<AuditedChange> entries =
        allTenants.use(
            connection -> Rows.list(connection, MISSED, ChangeLog::entry, tenant.value()));
    Instant now = Instant.now();
    List<TopicChange> changes = new ArrayList<>();
    Set<FeedTopic> unknown =
        EnumSet.of(
            FeedTopic.TRIGGERS,
            FeedTopic.CONNECTIONS,
            FeedTopic.JOBS,
            FeedTopic.FAILURES,
            FeedTopic.TENANT);
    if (entries.size() == MAX_ENTRIES && !entries.getFirst().at().isBefore(from)) {
      unknown.add(FeedTopic.FLOWS);
    }
    unknown.forEach(topic -> changes.add(TopicChange.of(topic, "changed", now)));
    entries.stream()
        .filter(entry -> !entry.at().isBefore(from))
        .flatMap(entry -> entry.change().stream())
        .forEach(changes::add);
    return changes;
  }

  private static void readAudit(
      Connection connection,
      Collection<ChangeTracker> trackers,
      Map<TenantId, List<AuditedChange>> audited)
      throws SQLException {
    Rows.list(
        connection,
        AUDITED,
        row ->
            audited
                .computeIfAbsent(new TenantId(row.getInt(1)), any -> new ArrayList<>())
                .add(entry(row)),
        tenants(connection, trackers.stream().map(ChangeTracker::tenant).toList()),
        connection.createArrayOf("int8", trackers.stream().map(ChangeTracker::number).toArray()));
  }

  private static AuditedChange entry(ResultSet row) throws SQLException {
    return new AuditedChange(
        row.getLong(2),
        Rows.time(row, 3).orElseThrow(),
        row.getInt(4),
        row.getString(5),
        row.getString(6),
        row.getString(7));
  }

  private static void readJobs(
      Connection connection,
      Collection<ChangeTracker> trackers,
      Map<TenantId, List<TopicChange.JobProgress>> jobs)
      throws SQLException {
    List<TenantId> tenants = new ArrayList<>();
    List<UUID> ids = new ArrayList<>();
    for (ChangeTracker tracker : trackers) {
      for (UUID id : tracker.runningJobs()) {
        tenants.add(tracker.tenant());
        ids.add(id);
      }
    }
    Rows.list(
        connection,
        JOBS,
        row ->
            jobs.computeIfAbsent(new TenantId(row.getInt(1)), any -> new ArrayList<>())
                .add(
                    new TopicChange.JobProgress(
                        row.getObject(2, UUID.class),
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getObject(7, Integer.class))),
        tenants(connection, trackers.stream().map(ChangeTracker::tenant).toList()),
        tenants(connection, tenants),
        connection.createArrayOf("uuid", ids.toArray()));
  }

  private static Array tenants(Connection connection, List<TenantId> tenants) throws SQLException {
    return connection.createArrayOf("int4", tenants.stream().map(TenantId::value).toArray());
  }
}
