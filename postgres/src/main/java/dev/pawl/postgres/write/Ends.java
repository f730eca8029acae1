package dev.pawl.postgres.write;

import dev.pawl.engine.Failure;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.postgres.row.CardColumns;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.KeyColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Executions that have ended: they leave the live ones, if they were among them, and join the
 * finished ones.
 */
final class Ends implements Part {

  private static final String LEAVE =
      """
      , d as (
        delete from pawl.execution e using h
         where e.tenant = any(?) and e.id = any(?) and coalesce(e.owner, 0) = h.node
        returning e.tenant, e.id, e.messages)
      """;

  // Two tenants may have executions of the same id.
  private static final String LEAVE_MIXED =
      """
      , d as (
        delete from pawl.execution e
         using h, (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id) u
         where e.tenant = any(?) and e.id = any(?) and coalesce(e.owner, 0) = h.node
           and e.tenant = u.tenant and e.id = u.id
        returning e.tenant, e.id, e.messages)
      """;

  private static final String PLAIN =
      """
      , e as (
        insert into pawl.finished (tenant, id, flow, version, started_by, depth, priority,
                                   status, started_at, ended_at)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), 0, 2,
               unnest(?::text[]), unnest(?::timestamptz[]), unnest(?::timestamptz[])
          from g)
      """;

  private static final String FULL =
      """
      , e as (
        insert into pawl.finished (
          tenant, id, flow, version, started_by, machine, depth, priority, parent, parent_step, parent_number,
          reply, business_key, labels, idempotency_key, retried_from, test,
          status, started_at, ended_at, error, cause)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]), unnest(?::text[]),
               unnest(?::text[]), unnest(?::int2[]), unnest(?::int2[]), unnest(?::uuid[]),
               unnest(?::text[]), unnest(?::int[]), unnest(?::int2[]), unnest(?::text[]),
               unnest(?::text[])::jsonb, unnest(?::text[]), unnest(?::uuid[]), unnest(?::text[]),
               unnest(?::text[]), unnest(?::timestamptz[]), unnest(?::timestamptz[]),
               unnest(?::text[]), unnest(?::text[])
          from g)
      """;

  private record End(Card card, Fate.Ended ended) {}

  private final KeyColumns leaving = new KeyColumns();
  private final Column leavingTenants = Column.ints();
  private final CardColumns cards = new CardColumns();
  private final Column statuses = Column.texts();
  private final Column startedAts = Column.times();
  private final Column endedAts = Column.times();
  private final Column errors = Column.texts();
  private final Column causes = Column.texts();

  private final List<End> ends = new ArrayList<>();
  private final List<ExecutionKey> gone = new ArrayList<>();
  private boolean plain;

  @Override
  public void clear() {
    ends.clear();
    gone.clear();
    plain = true;
    leaving.clear();
    leavingTenants.clear();
    cards.clear();
    List.of(statuses, startedAts, endedAts, errors, causes).forEach(Column::clear);
  }

  /**
   * @param lived whether it is among the live executions
   */
  void add(Card card, Fate.Ended ended, boolean lived) {
    ends.add(new End(card, ended));
    plain &= ended.failure().isEmpty() && CardColumns.isPlain(card);
    if (lived) {
      gone.add(card.key());
    }
  }

  /** How many leave the live ones. */
  int leaving() {
    return gone.size();
  }

  @Override
  public void draft(Draft draft) {
    draftLeaving(draft);
    if (ends.isEmpty()) {
      return;
    }
    fill();
    if (plain) {
      draft.add(PLAIN, cards.plain()).add("", statuses, startedAts, endedAts);
    } else {
      draft.add(FULL, cards.full()).add("", statuses, startedAts, endedAts, errors, causes);
    }
  }

  private void draftLeaving(Draft draft) {
    if (gone.isEmpty()) {
      return;
    }
    gone.forEach(leaving::add);
    if (leaving.tenants.count() == 1) {
      draft.add(LEAVE, leaving.tenants, leaving.ids);
    } else {
      gone.sort(KeyColumns.ORDER);
      leaving.clear();
      for (ExecutionKey key : gone) {
        leaving.add(key);
        leavingTenants.add(key.tenant().value());
      }
      draft.add(LEAVE_MIXED, leavingTenants, leaving.ids, leaving.tenants, leaving.ids);
    }
  }

  private void fill() {
    for (End end : ends) {
      statuses.add(end.ended.status().name());
      startedAts.add(end.ended.startedAt());
      endedAts.add(end.ended.at());
      if (plain) {
        cards.addPlain(end.card);
      } else {
        cards.addFull(end.card);
        Optional<Failure> failure = end.ended.failure();
        errors.addProse(failure.flatMap(Failure::error));
        causes.addProse(failure.flatMap(Failure::cause));
      }
    }
  }
}
