package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.membership.OfferSignals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stores offers as rows; a worker leases an offer by updating its row and skips rows that others
 * have locked. A locked row cannot move, so statements update it by its ctid without a second
 * lookup.
 */
final class PostgresOffers implements Offers {

  // With several resources, h finds without locks how many of the most urgent offers each resource
  // has. It may count offers that others lease at the same moment, so the second half of s accepts
  // any offer; the limit stops before it where the first half was enough. A lease that is lost in a
  // server crash only means that the work is leased once more, so the commit is asynchronous.
  static final String LEASE =
      """
      with r as materialized (select unnest(?::text[]) as resource)
      , x as materialized (
        select ?::uuid[] as ids, set_config('synchronous_commit', 'off', true) as unsynced)
      , h as (
        select r.resource
          from r cross join x cross join lateral (
            select o.priority, o.offered_at from pawl.offer o
             where o.tenant = ? and o.resource = r.resource and o.free and o.execution <> all(x.ids)
             order by o.priority, o.offered_at limit ?) o
         where (select count(*) from r) > 1
         order by o.priority, o.offered_at limit ?)
      , s as materialized (
        select h.resource, count(*) as most from h group by h.resource
        union all
        select r.resource, ? from r)
      , t as materialized (
        select o.at
          from s cross join x cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = ? and o.resource = s.resource and o.free and o.execution <> all(x.ids)
             order by o.priority, o.offered_at limit s.most for update skip locked) o
         limit ?)
      update pawl.offer o
         set free = false, worker = ?, outcome_digest = null, details = null,
             lease_until = now() + ? * interval '1 ms'
       where o.ctid = any(array(select t.at from t))
      returning o.tenant, o.execution, o.step, o.attempt, o.resource, o.priority, o.flow, o.input,
                o.timeout_at, o.heartbeat_ms, o.token, o.lease_until, o.offered_at, o.config
      """;

  private static final String RENEW =
      """
      %s
      , k as materialized (
        select o.at, u.details
          from u cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.worker = (select w.worker from w)
               for update skip locked) o)
      update pawl.offer o
         set free = false, lease_until = now() + (select w.time from w),
             details = coalesce(k.details, o.details)
        from k
       where o.ctid = k.at
      returning o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.lease_until,
                o.heartbeat_ms is not null, o.token is not null
      """
          .formatted(LeaseStatements.LEASES);

  private static final String LEASES_HELD =
      """
      %s
      select o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.lease_until,
             o.heartbeat_ms is not null, o.token is not null
        from u cross join lateral (
          select o.* from pawl.offer o
           where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
             and o.attempt = u.attempt and o.worker = (select w.worker from w) limit 1) o
      """
          .formatted(LeaseStatements.LEASES);

  // Notifies waiting workers as for a new offer.
  private static final String RELEASE =
      """
      , b as (
        update pawl.offer o set free = true, worker = null, lease_until = null, details = null
         where o.ctid = any(array(select k.at from k))
        returning o.tenant, o.execution, o.step, o.attempt, o.resource)
      select b.tenant, b.execution, b.step, b.attempt,
             pg_notify('%s', case when length(b.resource) > %d then '' else b.tenant || ' ' || b.resource end)
        from b
      """
          .formatted(OfferSignals.CHANNEL, OfferSignals.MAX_RESOURCE_LENGTH);

  private static final String RELEASE_LEASES =
      """
      %s
      , k as materialized (
        select o.at
          from u cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.worker = (select w.worker from w)
               and o.outcome_digest is null
               for update skip locked) o)
      %s
      """
          .formatted(LeaseStatements.LEASES, RELEASE);

  // Found by lease time, because leased offers have no other index; this is rarely called.
  private static final String RELEASE_ALL =
      """
      with k as materialized (
        select o.ctid as at from pawl.offer o
         where not o.free and o.lease_until > now() and o.tenant = ? and o.worker = ?
           and o.outcome_digest is null
           for update skip locked)
      %s
      """
          .formatted(RELEASE);

  private static final String CLOSE =
      "delete from pawl.offer where tenant = ? and execution = ? and step = ? and attempt = ?";

  private static final String FREE_EXPIRED =
      """
      update pawl.offer o set free = true
       where (o.tenant, o.execution, o.step, o.attempt) in (
         select l.tenant, l.execution, l.step, l.attempt from pawl.offer l
          where not l.free and l.lease_until < now() for update skip locked)
      """;

  // Jumps from one pair to the next along the index, however many offers each pair has.
  private static final String WANTED_RESOURCES =
      """
      with recursive w as (
        (select o.tenant, o.resource from pawl.offer o
          where o.free order by o.tenant, o.resource limit 1)
        union all
        select n.tenant, n.resource
          from w, lateral (
            select o.tenant, o.resource from pawl.offer o
             where o.free and (o.tenant, o.resource) > (w.tenant, w.resource)
             order by o.tenant, o.resource limit 1) n)
      select w.tenant, w.resource from w
      """;

  private final TenantDatabase tenanted;
  private final ConnectionTemplate allTenants;
  private final OfferSignals offerSignals;
  private final LeaseStatements leases;

  /**
   * Creates the offers of a store.
   *
   * @param allTenants runs statements that concern all tenants
   */
  PostgresOffers(
      TenantDatabase tenanted, ConnectionTemplate allTenants, OfferSignals offerSignals) {
    this.tenanted = tenanted;
    this.allTenants = allTenants;
    this.offerSignals = offerSignals;
    this.leases = new LeaseStatements(tenanted);
  }

  @Override
  public Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources) {
    return offerSignals.subscribe(tenant, resources);
  }

  @Override
  public List<Offers.LeasedOffer> take(
      TenantId tenant,
      Collection<String> resources,
      int max,
      Offers.WorkerRef workerRef,
      Set<ExecutionId> except) {
    if (resources.isEmpty()) {
      return List.of();
    }
    Object[] names = resources.stream().distinct().toArray();
    Object[] excluded = except.stream().map(ExecutionId::value).toArray();
    return tenanted
        .of(tenant)
        .ask(
            LEASE,
            (statement, from) -> {
              Connection connection = statement.getConnection();
              statement.setArray(from, connection.createArrayOf("text", names));
              statement.setArray(from + 1, connection.createArrayOf("uuid", excluded));
              statement.setInt(from + 2, tenant.value());
              statement.setInt(from + 3, max);
              statement.setInt(from + 4, max);
              statement.setLong(from + 5, max);
              statement.setInt(from + 6, tenant.value());
              statement.setInt(from + 7, max);
              statement.setString(from + 8, workerRef.name());
              statement.setLong(from + 9, workerRef.time().toMillis());
            },
            PostgresOffers::leasedOffers);
  }

  private static List<Offers.LeasedOffer> leasedOffers(PreparedStatement executed)
      throws SQLException {
    record Row(Offers.LeasedOffer taken, Instant offeredAt) {}
    List<Row> rows = new ArrayList<>();
    try (ResultSet row = executed.getResultSet()) {
      while (row.next()) {
        rows.add(new Row(leasedOffers(row), Rows.time(row, 13).orElseThrow()));
      }
    }
    // An update returns its rows in no particular order.
    rows.sort(
        (a, b) -> {
          int byPriority = a.taken.offer().priority().compareTo(b.taken.offer().priority());
          return byPriority != 0 ? byPriority : a.offeredAt.compareTo(b.offeredAt);
        });
    return rows.stream().map(Row::taken).toList();
  }

  private static Offers.LeasedOffer leasedOffers(ResultSet row) throws SQLException {
    int heartbeat = row.getInt(10);
    Optional<Duration> beats =
        row.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(heartbeat));
    return new Offers.LeasedOffer(
        new Offer(
            LeaseStatements.key(row),
            row.getString(5),
            Priority.values()[row.getShort(6)],
            row.getString(7),
            row.getBytes(8),
            Optional.ofNullable(row.getBytes(14)),
            Rows.time(row, 9),
            beats,
            Optional.ofNullable(row.getString(11))),
        Rows.time(row, 12).orElseThrow());
  }

  @Override
  public List<Offers.LeaseRenewal> renew(
      Collection<Offers.LeaseSignal> signals, Offers.WorkerRef workerRef) {
    List<Offers.LeaseRenewal> renewed =
        new ArrayList<>(leases.run(RENEW, signals, workerRef, LeaseStatements::renewal));
    // Rows that another transaction has locked were skipped; the worker still holds their leases.
    Set<Offer.Key> known =
        renewed.stream().map(Offers.LeaseRenewal::key).collect(Collectors.toSet());
    List<Offers.LeaseSignal> missing =
        signals.stream().filter(signal -> !known.contains(signal.key())).toList();
    renewed.addAll(leases.run(LEASES_HELD, missing, workerRef, LeaseStatements::renewal));
    return renewed;
  }

  @Override
  public List<Offers.LeaseRenewal> accept(Collection<Answer> answers, Offers.WorkerRef workerRef) {
    return new AcceptOutcomes(leases).accept(answers, workerRef);
  }

  @Override
  public List<Offer.Key> release(Collection<Offer.Key> keys, Offers.WorkerRef workerRef) {
    return leases.run(RELEASE_LEASES, signals(keys), workerRef, LeaseStatements::key);
  }

  @Override
  public void releaseAll(TenantId tenant, Offers.WorkerRef workerRef) {
    tenanted
        .of(tenant)
        .ask(
            RELEASE_ALL,
            (statement, from) -> {
              statement.setInt(from, tenant.value());
              statement.setString(from + 1, workerRef.name());
            },
            executed -> executed);
  }

  private static List<Offers.LeaseSignal> signals(Collection<Offer.Key> keys) {
    return keys.stream().map(key -> new Offers.LeaseSignal(key, Optional.empty())).toList();
  }

  @Override
  public void close(Offer.Key key) {
    ExecutionKey execution = key.execution();
    tenanted
        .of(execution.tenant())
        .update(
            CLOSE,
            execution.tenant().value(),
            execution.id().value(),
            key.step().toString(),
            key.attempt());
  }

  @Override
  public List<Offers.OfferStatus> of(ExecutionKey execution) {
    return OfferStatusQueries.of(tenanted, execution);
  }

  /** {@inheritDoc} Makes offers with an expired lease available first. */
  @Override
  public List<Wanted> wanted() {
    return allTenants.use(
        connection -> {
          ConnectionTemplate.update(connection, FREE_EXPIRED);
          List<Wanted> wanted = new ArrayList<>();
          try (PreparedStatement statement = connection.prepareStatement(WANTED_RESOURCES);
              ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              wanted.add(new Wanted(new TenantId(row.getInt(1)), row.getString(2)));
            }
          }
          return wanted;
        });
  }
}
