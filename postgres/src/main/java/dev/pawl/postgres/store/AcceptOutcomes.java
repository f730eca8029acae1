package dev.pawl.postgres.store;

import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Accepts the outcomes that a worker reports: stores the digest of each in its offer, so that a
 * different outcome is refused until the offer is leased again.
 */
final class AcceptOutcomes {

  // The commit that stores the outcome follows and is synchronous. The lease is extended only where
  // it is short: an update that leaves lease_until alone touches no index.
  private static final String UPDATE_OFFER =
      """
      update pawl.offer o
         set free = false, outcome_digest = k.details,
             lease_until = case when o.lease_until < now() + (select w.time from w)
                          then now() + 2 * (select w.time from w) else o.lease_until end
      """;

  private static final String RETURNING =
      """
      returning o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.lease_until,
                o.heartbeat_ms is not null, o.token is not null
      """;

  private static final String ACCEPT_MANY =
      """
      %s
      , x as materialized (select set_config('synchronous_commit', 'off', true) as unsynced)
      , k as materialized (
        select o.at, u.details
          from u cross join x cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.worker = (select w.worker from w)
               and (o.outcome_digest is null or o.outcome_digest = u.details)
               for update skip locked) o)
      %s
        from k
       where o.ctid = k.at
      %s
      """
          .formatted(LeaseStatements.LEASES, UPDATE_OFFER, RETURNING);

  // For a single offer: a statement that waits for a lock must not hold another. A row that changed
  // while it was locked is evaluated again, so it is found by its key and not by its ctid.
  private static final String ACCEPT_ONE =
      """
      %s
      %s
        from u k
       where o.tenant = k.tenant and o.execution = k.execution and o.step = k.step
         and o.attempt = k.attempt and o.worker = (select w.worker from w)
         and (o.outcome_digest is null or o.outcome_digest = k.details)
      %s
      """
          .formatted(LeaseStatements.LEASES, UPDATE_OFFER, RETURNING);

  private final LeaseStatements leases;

  AcceptOutcomes(LeaseStatements leases) {
    this.leases = leases;
  }

  /** Returns the leases whose outcome was accepted, now or before. */
  List<Offers.LeaseRenewal> accept(
      Collection<Offers.OfferAnswer> outcomes, Offers.WorkerRef workerRef) {
    Offers.WorkerRef worker = new Offers.WorkerRef(workerRef.name(), Offers.ANSWER_TIME);
    List<Offers.LeaseSignal> signals =
        outcomes.stream()
            .map(outcome -> new Offers.LeaseSignal(outcome.key(), Optional.of(outcome.digest())))
            .toList();
    List<Offers.LeaseRenewal> accepted =
        new ArrayList<>(leases.run(ACCEPT_MANY, signals, worker, LeaseStatements::renewal));
    Set<Offer.Key> known =
        accepted.stream().map(Offers.LeaseRenewal::key).collect(Collectors.toSet());
    // Rows that another transaction has locked were skipped; wait for each of them.
    for (Offers.LeaseSignal signal : signals) {
      if (!known.contains(signal.key())) {
        accepted.addAll(leases.run(ACCEPT_ONE, List.of(signal), worker, LeaseStatements::renewal));
      }
    }
    return accepted;
  }
}
