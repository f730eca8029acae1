package dev.pawl.postgres.query;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.WaitKindText;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds live executions that may wait for an event. Parked executions are found by an index. What
 * the others wait for is not stored in a column, so all of them are candidates, except those of
 * versions that the caller excludes.
 */
public final class EventListeners {

  // Executions whose awaited events are known only from their journals.
  private static final String UNPARKED =
      """
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is not null
        union all
        select e.id, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is null and %s
           and e.started and e.waits_for is null
      """
          .formatted(WaitColumns.IN_ANY_QUEUE);

  private static final String UNPARKED_VERSIONS =
      "select distinct h.flow, h.version from (%s) h".formatted(UNPARKED);

  // One statement, so that an execution claimed or parked meanwhile is in exactly one part.
  // Versions that never wait for the event are excluded; one that appears only now is a candidate.
  static final String CANDIDATES =
      """
      with held as materialized (%s)
      , excluded as materialized (
        select x.flow, x.number from unnest(?::text[], ?::int[]) x (flow, number))
      , parked as materialized (
        select e.id, e.waits_for, e.flow, e.version from pawl.execution e
         where e.tenant = ? and e.owner is null and e.waits_for like '%%event:%%'
           and string_to_array(e.waits_for, ',') @> string_to_array(?, ','))
      select c.id, c.waits_for, c.flow, c.version from (
        select p.id, p.waits_for, p.flow, p.version from parked p
        union all
        select h.id, null, h.flow, h.version from held h
         where not exists (
           select from excluded x where x.flow = h.flow and x.number = h.version)) c
       where c.id < ?
       order by c.id desc limit ?
      """
          .formatted(UNPARKED);

  private final ConnectionTemplate allTenants;

  /**
   * Creates the queries.
   *
   * @param allTenants connections that bypass row-level security, for queries that name the tenant
   *     themselves; under row-level security the planner does not use the index on awaited events
   */
  public EventListeners(ConnectionTemplate allTenants) {
    this.allTenants = allTenants;
  }

  /**
   * An execution that may wait for an event.
   *
   * @param waitsFor kinds of waits of a parked execution; empty if they are known only from its
   *     journal
   */
  public record Candidate(UUID id, Optional<List<String>> waitsFor, VersionKey version) {

    /**
     * Returns whether the execution waits for the event; empty if only its journal shows it.
     *
     * @param event name of the event
     */
    public Optional<Boolean> isKnownToAwait(String event) {
      return waitsFor.map(kinds -> kinds.contains(kind(event)));
    }
  }

  /** Returns the versions of executions whose awaited events are known only from their journals. */
  public List<VersionKey> unparkedVersions(TenantId tenant) {
    return allTenants.use(
        connection ->
            Rows.list(
                connection,
                UNPARKED_VERSIONS,
                row -> new VersionKey(tenant, row.getString(1), row.getInt(2)),
                tenant.value(),
                tenant.value()));
  }

  /**
   * Returns candidates with ids below the given one, newest first.
   *
   * @param excluded versions that never wait for the event
   */
  public List<Candidate> candidates(
      TenantId tenant, String event, List<VersionKey> excluded, UUID below, int limit) {
    return allTenants.use(
        connection ->
            Rows.list(
                connection,
                CANDIDATES,
                row ->
                    new Candidate(
                        row.getObject(1, UUID.class),
                        Optional.ofNullable(row.getString(2)).map(WaitKindText::read),
                        new VersionKey(tenant, row.getString(3), row.getInt(4))),
                tenant.value(),
                tenant.value(),
                excluded.stream().map(VersionKey::flow).toArray(String[]::new),
                excluded.stream().map(VersionKey::number).toArray(Integer[]::new),
                tenant.value(),
                String.valueOf(WaitKindText.write(List.of(kind(event)))),
                below,
                limit));
  }

  private static String kind(String event) {
    return "event:" + event;
  }
}
