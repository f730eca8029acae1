package dev.pawl.postgres.write;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Fate;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.postgres.row.CardColumns;
import dev.pawl.postgres.row.Cards;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.Kinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** New live executions. */
final class Births implements Part {

  private static final String PLAIN =
      """
      , b as (
        insert into pawl.execution (tenant, id, flow, version, started_by, depth, priority, lane,
                                    owner)
        select unnest(?::int[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::int[]),
               unnest(?::text[]), 0, 2, 2, g.node
          from g)
      """;

  private static final String FULL =
      """
      , b as (
        insert into pawl.execution (
          tenant, id, flow, version, started_by, machine, depth, priority, parent, parent_step, parent_number,
          reply, business_key, labels, idempotency_key, retried_from, test,
          owner, lane, begun, wake_at, messages, waits_for, paused, incident, awaited, ending)
        select u.tenant, u.id, u.flow, u.version, u.started_by, u.machine, u.depth, u.priority, u.parent,
               u.parent_step, u.parent_number, u.reply, u.business_key, u.labels::jsonb,
               u.idempotency_key, u.retried_from, u.test,
               case when u.owned then u.node end, u.lane, u.begun, u.wake_at, u.messages,
               u.waits_for, u.paused, u.incident, u.awaited, u.ending
          from (
            select g.node, unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                   unnest(?::text[]) as flow, unnest(?::int[]) as version,
                   unnest(?::text[]) as started_by, unnest(?::text[]) as machine, unnest(?::int2[]) as depth,
                   unnest(?::int2[]) as priority, unnest(?::uuid[]) as parent,
                   unnest(?::text[]) as parent_step, unnest(?::int[]) as parent_number,
                   unnest(?::int2[]) as reply, unnest(?::text[]) as business_key,
                   unnest(?::text[]) as labels, unnest(?::text[]) as idempotency_key,
                   unnest(?::uuid[]) as retried_from, unnest(?::text[]) as test, unnest(?::bool[]) as owned,
                   unnest(?::int2[]) as lane, unnest(?::timestamptz[]) as wake_at,
                   unnest(?::int[]) as messages, unnest(?::text[]) as waits_for,
                   unnest(?::bool[]) as paused, unnest(?::text[]) as incident,
                   unnest(?::text[]) as awaited, unnest(?::text[]) as ending,
                   unnest(?::bool[]) as begun
              from g) u)
      """;

  /** Where an execution begins: with its node, asleep, or in a lane at that place. */
  private record Birth(
      Card card,
      Fate fate,
      @Nullable Instant place,
      int messages,
      Optional<Status> ending,
      Queueing queueing) {}

  /** How an execution that is handed back waits for the permits that it may need. */
  enum Queueing {
    /** In line. */
    WAITS,
    /** It has them already. */
    HAS_PERMITS,
    /** It is cancelled before it begins, and needs none. */
    IS_CANCELLED
  }

  /** The lane of those that have not begun and are to be ended without a permit. */
  private static final short ENDING_UNSTARTED = -1;

  private final CardColumns cards = new CardColumns();
  private final Column owned = Column.bools();
  private final Column lanes = Column.shorts();
  private final Column wakeAts = Column.times();
  private final Column messages = Column.ints();
  private final Column waitsFor = Column.texts();
  private final Column paused = Column.bools();
  private final Column incidents = Column.texts();
  private final Column awaited = Column.texts();
  private final Column endings = Column.texts();
  private final Column begun = Column.bools();

  private final List<Birth> births = new ArrayList<>();
  private boolean plain;

  @Override
  public void clear() {
    births.clear();
    plain = true;
    cards.clear();
    own().forEach(Column::clear);
  }

  private List<Column> own() {
    return List.of(
        owned, lanes, wakeAts, messages, waitsFor, paused, incidents, awaited, endings, begun);
  }

  /**
   * @param fate one that is not the end
   * @param place in its lane, if it is handed back
   * @param letters how many it gets in the same statement
   * @param ending how it will end, if that is decided already
   */
  void add(
      Card card,
      Fate fate,
      @Nullable Instant place,
      int letters,
      Optional<Status> ending,
      Queueing queueing) {
    births.add(new Birth(card, fate, place, letters, ending, queueing));
    plain &=
        fate instanceof Fate.GoesOn
            && letters == 0
            && ending.isEmpty()
            && CardColumns.isPlain(card);
  }

  @Override
  public void draft(Draft draft) {
    if (births.isEmpty()) {
      return;
    }
    if (plain) {
      births.forEach(birth -> cards.addPlain(birth.card));
      draft.add(PLAIN, cards.plain());
    } else {
      births.forEach(this::fill);
      draft.add(FULL, cards.full()).add("", own());
    }
  }

  private void fill(Birth birth) {
    cards.addFull(birth.card);
    messages.add(birth.messages);
    endings.addText(birth.ending.map(Status::name));
    begun.add(!(birth.fate instanceof Fate.HandedBack) || birth.queueing == Queueing.HAS_PERMITS);
    owned.add(birth.fate instanceof Fate.GoesOn);
    if (birth.fate instanceof Fate.Parks parks) {
      lanes.add(Leaves.ASLEEP);
      wakeAts.addTime(parks.wakeAt());
      waitsFor.addProse(Optional.ofNullable(Kinds.write(parks.waitsFor().kinds())));
      paused.add(Leaves.isPaused(parks.waitsFor()));
      incidents.addProse(parks.waitsFor().incident());
      awaited.addText(Optional.ofNullable(AwaitedText.write(parks.awaited())));
    } else {
      boolean isCancelled =
          birth.fate instanceof Fate.HandedBack && birth.queueing == Queueing.IS_CANCELLED;
      lanes.add(isCancelled ? ENDING_UNSTARTED : Cards.lane(birth.card.tags().priority()));
      wakeAts.addTime(Optional.ofNullable(birth.place));
      waitsFor.addNull();
      paused.add(false);
      incidents.addNull();
      awaited.addNull();
    }
  }
}
