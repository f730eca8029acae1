package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.ExecutionColumns;
import dev.pawl.postgres.row.ExecutionColumns.Form;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.row.WaitKindText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Inserts new live executions. */
final class InsertExecutions implements StatementPart {

  private static final String PLAIN =
      """
      , b as (
        insert into pawl.execution (tenant, id, flow, version, started_by, depth, priority, queue,
                                    owner)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), 0, 2, 2, g.node
          from g)
      """;

  private static final String KEYED =
      """
      , b as (
        insert into pawl.execution (tenant, id, flow, version, started_by, business_key,
                                    idempotency_key, depth, priority, queue, owner)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), 0, 2, 2, g.node
          from g)
      """;

  private static final String FULL =
      """
      , b as (
        insert into pawl.execution (
          tenant, id, flow, version, started_by, business_key, idempotency_key,
          machine, depth, priority, parent, parent_step, parent_number,
          reply, labels, retried_from, test,
          owner, queue, started, wake_at, messages, waits_for, paused, incident, awaited, ending)
        select u.tenant, u.id, u.flow, u.version, u.started_by, u.business_key, u.idempotency_key,
               u.machine, u.depth, u.priority, u.parent, u.parent_step, u.parent_number,
               u.reply, u.labels::jsonb, u.retried_from, u.test,
               case when u.owned then u.node end, u.queue, u.started, u.wake_at, u.messages,
               u.waits_for, u.paused, u.incident, u.awaited, u.ending
          from (
            select g.node, unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                   unnest(?::text[]) as flow, unnest(?::int[]) as version,
                   unnest(?::text[]) as started_by, unnest(?::text[]) as business_key,
                   unnest(?::text[]) as idempotency_key,
                   unnest(?::text[]) as machine, unnest(?::int2[]) as depth,
                   unnest(?::int2[]) as priority, unnest(?::uuid[]) as parent,
                   unnest(?::text[]) as parent_step, unnest(?::int[]) as parent_number,
                   unnest(?::int2[]) as reply, unnest(?::text[]) as labels,
                   unnest(?::uuid[]) as retried_from, unnest(?::text[]) as test, unnest(?::bool[]) as owned,
                   unnest(?::int2[]) as queue, unnest(?::timestamptz[]) as wake_at,
                   unnest(?::int[]) as messages, unnest(?::text[]) as waits_for,
                   unnest(?::bool[]) as paused, unnest(?::text[]) as incident,
                   unnest(?::text[]) as awaited, unnest(?::text[]) as ending,
                   unnest(?::bool[]) as started
              from g) u)
      """;

  /** Describes a new execution: owned by this node, parked, or in a queue at {@code position}. */
  private record NewExecution(
      ExecutionMetadata info,
      Disposition disposition,
      @Nullable Instant position,
      int messages,
      Optional<Status> ending,
      Queueing queueing) {}

  /** States how a released execution waits for the permits that it may need. */
  enum Queueing {
    /** It waits in the queue. */
    WAITS,
    /** It has its permits already. */
    HAS_PERMITS,
    /** It is cancelled before it starts, and needs no permit. */
    IS_CANCELLED
  }

  /** The queue of executions that have not started and are to be ended without a permit. */
  private static final short QUEUE_OF_UNSTARTED_ENDS = -1;

  private final ExecutionColumns infos = new ExecutionColumns();
  private final Column owned = Column.bools();
  private final Column queues = Column.shorts();
  private final Column wakeAts = Column.times();
  private final Column messages = Column.ints();
  private final Column waitsFor = Column.texts();
  private final Column paused = Column.bools();
  private final Column incidents = Column.texts();
  private final Column awaited = Column.texts();
  private final Column endings = Column.texts();
  private final Column started = Column.bools();

  private final List<NewExecution> inserts = new ArrayList<>();

  /** The columns that the executions need. */
  private Form form = Form.PLAIN;

  @Override
  public void clear() {
    inserts.clear();
    form = Form.PLAIN;
    infos.clear();
    ownColumns().forEach(Column::clear);
  }

  private List<Column> ownColumns() {
    return List.of(
        owned, queues, wakeAts, messages, waitsFor, paused, incidents, awaited, endings, started);
  }

  /**
   * Adds a new execution.
   *
   * @param disposition any but the end
   * @param position its position in the queue, if it is released
   * @param messages the number of messages that the same statement sends to it
   * @param ending its final status, if that is decided already
   */
  void add(
      ExecutionMetadata info,
      Disposition disposition,
      @Nullable Instant position,
      int messages,
      Optional<Status> ending,
      Queueing queueing) {
    inserts.add(new NewExecution(info, disposition, position, messages, ending, queueing));
    boolean runsAtOnce =
        disposition instanceof Disposition.Continue && messages == 0 && ending.isEmpty();
    form = form.with(runsAtOnce ? ExecutionColumns.form(info) : Form.FULL);
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (inserts.isEmpty()) {
      return;
    }
    inserts.forEach(insert -> infos.add(insert.info, form));
    switch (form) {
      case PLAIN -> builder.add(PLAIN, infos.of(form));
      case KEYED -> builder.add(KEYED, infos.of(form));
      case FULL -> {
        inserts.forEach(this::fill);
        builder.add(FULL, infos.of(form)).add("", ownColumns());
      }
    }
  }

  private void fill(NewExecution insert) {
    messages.add(insert.messages);
    endings.addText(insert.ending.map(Status::name));
    started.add(
        !(insert.disposition instanceof Disposition.Release)
            || insert.queueing == Queueing.HAS_PERMITS);
    owned.add(insert.disposition instanceof Disposition.Continue);
    if (insert.disposition instanceof Disposition.Park parks) {
      queues.add(ParkRows.PARKED_QUEUE);
      wakeAts.addTime(parks.wakeAt());
      waitsFor.addFreeText(Optional.ofNullable(WaitKindText.write(parks.waitsFor().kinds())));
      paused.add(ParkRows.isPaused(parks.waitsFor()));
      incidents.addFreeText(parks.waitsFor().incident());
      awaited.addText(Optional.ofNullable(AwaitedText.write(parks.awaited())));
    } else {
      boolean isCancelled =
          insert.disposition instanceof Disposition.Release
              && insert.queueing == Queueing.IS_CANCELLED;
      queues.add(
          isCancelled
              ? QUEUE_OF_UNSTARTED_ENDS
              : ExecutionInfoRows.queue(insert.info.tags().priority()));
      wakeAts.addTime(Optional.ofNullable(insert.position));
      waitsFor.addNull();
      paused.add(false);
      incidents.addNull();
      awaited.addNull();
    }
  }
}
