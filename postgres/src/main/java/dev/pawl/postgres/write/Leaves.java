package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.Kinds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Live executions that leave their node: those that park, if they may, and those handed back. */
final class Leaves implements Part {

  static final short ASLEEP = 100;

  private static final String TEXT =
      """
      , p as (
        update pawl.execution e
           set owner = null, claim = null, lane = u.lane, wake_at = u.wake_at,
               waits_for = u.waits_for, paused = u.paused, incident = u.incident,
               ending = coalesce(u.ending, e.ending),
               awaited = case when u.lane = 100 then u.awaited else e.awaited end
          from h,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::int2[]) as lane, unnest(?::timestamptz[]) as wake_at,
                       unnest(?::int[]) as letters, unnest(?::text[]) as waits_for,
                       unnest(?::bool[]) as paused, unnest(?::text[]) as incident,
                       unnest(?::text[]) as awaited, unnest(?::text[]) as ending) u
         where e.tenant = u.tenant and e.id = u.id and coalesce(e.owner, 0) = h.node
           and (u.letters is null or e.messages = u.letters)
        returning e.tenant, e.id)
      """;

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column lanes = Column.shorts();
  private final Column wakeAts = Column.times();
  private final Column letters = Column.ints();
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
        tenants, ids, lanes, wakeAts, letters, waitsFor, paused, incidents, awaited, endings);
  }

  static boolean isPaused(Fate.WaitsFor waitsFor) {
    return waitsFor.paused() || waitsFor.incident().isPresent();
  }

  void park(ExecutionKey key, Fate.Parks parks, Optional<Status> ending) {
    key(key);
    endings.addText(ending.map(Status::name));
    lanes.add(ASLEEP);
    wakeAts.addTime(parks.wakeAt());
    letters.add(parks.letters());
    waitsFor.addProse(Optional.ofNullable(Kinds.write(parks.waitsFor().kinds())));
    paused.add(isPaused(parks.waitsFor()));
    incidents.addProse(parks.waitsFor().incident());
    awaited.addText(Optional.ofNullable(AwaitedText.write(parks.awaited())));
  }

  void handBack(Card card, Instant place, Optional<Status> ending) {
    key(card.key());
    endings.addText(ending.map(Status::name));
    lanes.add(Cards.lane(card.tags().priority()));
    wakeAts.add(place);
    letters.addNull();
    waitsFor.addNull();
    paused.add(false);
    incidents.addNull();
    awaited.addNull();
  }

  private void key(ExecutionKey key) {
    tenants.add(key.tenant().value());
    ids.add(key.id().value());
  }

  boolean isEmpty() {
    return ids.count() == 0;
  }

  @Override
  public void draft(Draft draft) {
    if (!isEmpty()) {
      draft.add(TEXT, columns());
    }
  }
}
