package dev.pawl.postgres.write;

import dev.pawl.engine.Failure;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.ExecutionColumns;
import dev.pawl.postgres.row.ExecutionColumns.Form;
import dev.pawl.postgres.row.KeyColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves ended executions from the live to the finished ones; those never written as live are only
 * inserted.
 */
final class FinishExecutions implements StatementPart {

  private static final String DELETE_LIVE =
      """
      , d as (
        delete from pawl.execution e using h
         where e.tenant = any(?) and e.id = any(?) and coalesce(e.owner, 0) = h.node
        returning e.tenant, e.id, e.messages)
      """;

  // Two tenants may have executions with the same id.
  private static final String DELETE_LIVE_OF_SEVERAL_TENANTS =
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

  private static final String KEYED =
      """
      , e as (
        insert into pawl.finished (tenant, id, flow, version, started_by, business_key,
                                   idempotency_key, depth, priority, status, started_at, ended_at)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), 0, 2,
               unnest(?::text[]), unnest(?::timestamptz[]), unnest(?::timestamptz[])
          from g)
      """;

  private static final String FULL =
      """
      , e as (
        insert into pawl.finished (
          tenant, id, flow, version, started_by, business_key, idempotency_key,
          machine, depth, priority, parent, parent_step, parent_number,
          reply, labels, retried_from, test,
          status, started_at, ended_at, error, cause)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
               unnest(?::text[]), unnest(?::int2[]), unnest(?::int2[]), unnest(?::uuid[]),
               unnest(?::text[]), unnest(?::int[]), unnest(?::int2[]),
               unnest(?::text[])::jsonb, unnest(?::uuid[]), unnest(?::text[]),
               unnest(?::text[]), unnest(?::timestamptz[]), unnest(?::timestamptz[]),
               unnest(?::text[]), unnest(?::text[])
          from g)
      """;

  private record End(ExecutionMetadata info, Disposition.End ended) {}

  private final KeyColumns deleted = new KeyColumns();
  private final Column deletedTenants = Column.ints();
  private final ExecutionColumns infos = new ExecutionColumns();
  private final Column statuses = Column.texts();
  private final Column startedAts = Column.times();
  private final Column endedAts = Column.times();
  private final Column errors = Column.texts();
  private final Column causes = Column.texts();

  private final List<End> ends = new ArrayList<>();
  private final List<ExecutionKey> endedLive = new ArrayList<>();

  /** The columns that the executions need. */
  private Form form = Form.PLAIN;

  @Override
  public void clear() {
    ends.clear();
    endedLive.clear();
    form = Form.PLAIN;
    deleted.clear();
    deletedTenants.clear();
    infos.clear();
    List.of(statuses, startedAts, endedAts, errors, causes).forEach(Column::clear);
  }

  /**
   * Adds an execution that ends.
   *
   * @param wasLive true if it is stored as a live execution
   */
  void add(ExecutionMetadata info, Disposition.End ended, boolean wasLive) {
    ends.add(new End(info, ended));
    form = form.with(ended.failure().isEmpty() ? ExecutionColumns.form(info) : Form.FULL);
    if (wasLive) {
      endedLive.add(info.key());
    }
  }

  /** Returns the number of executions to delete from the live ones. */
  int liveCount() {
    return endedLive.size();
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    appendDeletion(builder);
    if (ends.isEmpty()) {
      return;
    }
    fill();
    switch (form) {
      case PLAIN -> builder.add(PLAIN, infos.of(form)).add("", statuses, startedAts, endedAts);
      case KEYED -> builder.add(KEYED, infos.of(form)).add("", statuses, startedAts, endedAts);
      case FULL ->
          builder.add(FULL, infos.of(form)).add("", statuses, startedAts, endedAts, errors, causes);
    }
  }

  private void appendDeletion(StatementBuilder builder) {
    if (endedLive.isEmpty()) {
      return;
    }
    endedLive.forEach(deleted::add);
    if (deleted.tenants.count() == 1) {
      builder.add(DELETE_LIVE, deleted.tenants, deleted.ids);
    } else {
      endedLive.sort(KeyColumns.ORDER);
      deleted.clear();
      for (ExecutionKey key : endedLive) {
        deleted.add(key);
        deletedTenants.add(key.tenant().value());
      }
      builder.add(
          DELETE_LIVE_OF_SEVERAL_TENANTS,
          deletedTenants,
          deleted.ids,
          deleted.tenants,
          deleted.ids);
    }
  }

  private void fill() {
    for (End end : ends) {
      statuses.add(end.ended.status().name());
      startedAts.add(end.ended.startedAt());
      endedAts.add(end.ended.at());
      infos.add(end.info, form);
      if (form == Form.FULL) {
        Optional<Failure> failure = end.ended.failure();
        errors.addFreeText(failure.flatMap(Failure::error));
        causes.addFreeText(failure.flatMap(Failure::cause));
      }
    }
  }
}
