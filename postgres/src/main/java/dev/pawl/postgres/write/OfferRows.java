package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.postgres.membership.OfferSignals;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.ExecutionInfoRows;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Inserts new offers and deletes withdrawn ones. */
final class OfferRows implements StatementPart {

  // An existing row was written before its execution was released or recovered, and is equally
  // valid.
  private static final String INSERT =
      """
      , om as (
        insert into pawl.offer (tenant, execution, step, attempt, resource, flow, priority,
                                timeout_at, heartbeat_ms, token, input, config)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), unnest(?::text[]), unnest(?::int2[]), unnest(?::timestamptz[]),
               unnest(?::int[]), unnest(?::text[]), unnest(?::bytea[]), unnest(?::bytea[])
          from g
        on conflict do nothing)
      """;

  private static final String DELETE =
      """
      , ow as (
        delete from pawl.offer o
         using g,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as execution,
                       unnest(?::text[]) as step, unnest(?::int[]) as attempt) u
         where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
           and o.attempt = u.attempt)
      """;

  private final Keys made = new Keys();
  private final Column resources = Column.texts();
  private final Column flows = Column.texts();
  private final Column priorities = Column.shorts();
  private final Column timeouts = Column.times();
  private final Column heartbeats = Column.ints();
  private final Column tokens = Column.texts();
  private final Column inputs = Column.blobs();
  private final Column configs = Column.blobs();
  private final Keys withdrawn = new Keys();
  private final Set<String> payloads = new LinkedHashSet<>();

  private static final class Keys {
    private final Column tenants = Column.ints();
    private final Column executions = Column.uuids();
    private final Column steps = Column.texts();
    private final Column attempts = Column.ints();
    private final List<Column> all = List.of(tenants, executions, steps, attempts);

    void add(Offer.Key key) {
      ExecutionKey execution = key.execution();
      tenants.add(execution.tenant().value());
      executions.add(execution.id().value());
      steps.add(key.step().toString());
      attempts.add(key.attempt());
    }
  }

  private List<Column> ownColumns() {
    return List.of(resources, flows, priorities, timeouts, heartbeats, tokens, inputs, configs);
  }

  @Override
  public void clear() {
    made.all.forEach(Column::clear);
    withdrawn.all.forEach(Column::clear);
    ownColumns().forEach(Column::clear);
    payloads.clear();
  }

  void add(Commit.NewOffer offering) {
    offering.made().forEach(this::add);
    offering.withdrawn().forEach(withdrawn::add);
  }

  private void add(Offer offer) {
    made.add(offer.key());
    payloads.add(OfferSignals.payload(offer.key().execution().tenant().value(), offer.resource()));
    resources.addFreeText(Optional.of(offer.resource()));
    flows.add(offer.flow());
    priorities.add(ExecutionInfoRows.queue(offer.priority()));
    timeouts.addTime(offer.timeout());
    addMillis(heartbeats, offer.heartbeat());
    tokens.addText(offer.token());
    inputs.add(offer.input());
    offer.config().ifPresentOrElse(configs::add, configs::addNull);
  }

  private static void addMillis(Column column, Optional<Duration> time) {
    if (time.isPresent()) {
      column.add(Math.toIntExact(Math.min(Integer.MAX_VALUE, time.get().toMillis())));
    } else {
      column.addNull();
    }
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (inputs.count() > 0) {
      builder.add(INSERT, made.all).add("", ownColumns());
    }
    if (withdrawn.steps.count() > 0) {
      builder.add(DELETE, withdrawn.all);
    }
  }

  /** Returns the notification payloads of the new offers, to be sent once they are written. */
  Set<String> payloads() {
    return payloads;
  }

  int withdrawn() {
    return withdrawn.steps.count();
  }
}
