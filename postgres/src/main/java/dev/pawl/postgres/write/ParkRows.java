package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.row.WaitKindText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Updates live executions that leave their node: parked ones, unless messages are pending, and
 * released ones.
 */
final class ParkRows implements StatementPart {

  static final short PARKED_QUEUE = 100;

  // An execution that parks before it had a permit compensates or has an incident, so it counts as
  // started. One that is released instead still needs no permit to end.
  private static final String TEXT =
      """
      , p as (
        update pawl.execution e
           set owner = null, claim = null,
               queue = case when e.started or u.queue = 100 then u.queue else -1 end,
               started = e.started or u.queue = 100, wake_at = u.wake_at,
               waits_for = u.waits_for, paused = u.paused, incident = u.incident,
               ending = coalesce(u.ending, e.ending),
               awaited = case when u.queue = 100 then u.awaited else e.awaited end
          from h,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::int2[]) as queue, unnest(?::timestamptz[]) as wake_at,
                       unnest(?::int[]) as messages, unnest(?::text[]) as waits_for,
                       unnest(?::bool[]) as paused, unnest(?::text[]) as incident,
                       unnest(?::text[]) as awaited, unnest(?::text[]) as ending) u
         where e.tenant = u.tenant and e.id = u.id and coalesce(e.owner, 0) = h.node
           and (u.messages is null or e.messages = u.messages)
        returning e.tenant, e.id)
      """;

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column queues = Column.shorts();
  private final Column wakeAts = Column.times();
  private final Column messages = Column.ints();
  private final Column waitsFor = Column.texts();
  private final Column paused = Column.bools();
  private final Column incidents = Column.texts();
  private final Column awaited = Column.texts();
  private final Column endings = Column.texts();

  @Override
  public void clear() {
    columns().forEach(Column::clear);
  }

  private List<Column> columns() {
    return List.of(
        tenants, ids, queues, wakeAts, messages, waitsFor, paused, incidents, awaited, endings);
  }

  static boolean isPaused(Disposition.WaitsFor waitsFor) {
    return waitsFor.paused() || waitsFor.incident().isPresent();
  }

  void park(ExecutionKey addKey, Disposition.Park parks, Optional<Status> ending) {
    addKey(addKey);
    endings.addText(ending.map(Status::name));
    queues.add(PARKED_QUEUE);
    wakeAts.addTime(parks.wakeAt());
    messages.add(parks.messages());
    waitsFor.addFreeText(Optional.ofNullable(WaitKindText.write(parks.waitsFor().kinds())));
    paused.add(isPaused(parks.waitsFor()));
    incidents.addFreeText(parks.waitsFor().incident());
    awaited.addText(Optional.ofNullable(AwaitedText.write(parks.awaited())));
  }

  void release(ExecutionMetadata info, Instant position, Optional<Status> ending) {
    addKey(info.key());
    endings.addText(ending.map(Status::name));
    queues.add(ExecutionInfoRows.queue(info.tags().priority()));
    wakeAts.add(position);
    messages.addNull();
    waitsFor.addNull();
    paused.add(false);
    incidents.addNull();
    awaited.addNull();
  }

  private void addKey(ExecutionKey addKey) {
    tenants.add(addKey.tenant().value());
    ids.add(addKey.id().value());
  }

  boolean isEmpty() {
    return ids.count() == 0;
  }

  @Override
  public void appendTo(StatementBuilder builder) {
    if (!isEmpty()) {
      builder.add(TEXT, columns());
    }
  }
}
