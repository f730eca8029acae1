package dev.pawl.postgres.write;

import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.row.Column;
import dev.pawl.postgres.row.KeyColumns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Letters from executions of a batch to others, wherever those live. */
public final class Letters {

  private static final String SENT =
      """
      , x as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id, unnest(?::int[]) as place,
               unnest(?::int[]) as total, unnest(?::bytea[]) as body, false as cancels)
      """;

  private static final String SENT_AND_ABANDONED =
      """
      , x as materialized (
        select y.tenant, y.id, y.body,
               (row_number() over (partition by y.tenant, y.id order by y.turn))::int as place,
               (count(*) over (partition by y.tenant, y.id))::int as total,
               bool_or(y.cancels) over (partition by y.tenant, y.id) as cancels
          from (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::int[]) as turn, unnest(?::bytea[]) as body, false as cancels
                union all
                select e.tenant, e.id, u.turn, u.body, true
                  from (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as parent,
                               unnest(?::text[]) as step, unnest(?::int[]) as turn,
                               unnest(?::bytea[]) as body) u
                  join pawl.execution e
                    on e.tenant = u.tenant and e.parent = u.parent and e.parent_step = u.step
                 where e.parent is not null and e.id <> all(?)) y)
      """;

  /**
   * Puts letters to executions that are locked into their inbox, and wakes who sleeps. One that has
   * not begun gets the letter that cancels it without waiting for a concurrency permit.
   */
  public static final String HANDED_OVER =
      """
      , m as (
        update pawl.execution e
           set messages = l.messages + l.total,
               lane = case when e.owner is null and e.lane = 100 then e.priority
                           when e.owner is null and not e.begun and l.cancels then -1
                           else e.lane end,
               wake_at = case when e.owner is null and e.lane = 100 then now() else e.wake_at end
          from l
         where l.place = 1 and e.tenant = l.tenant and e.id = l.id)
      , i as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select l.tenant, l.id, l.messages + l.place, l.owner, clock_timestamp(), l.body from l)
      """;

  private static final String DELIVERED =
      """
      , l as materialized (
        select e.tenant, e.id, e.owner, e.messages, x.place, x.total, x.body, x.cancels
          from h, x join pawl.execution e on e.tenant = x.tenant and e.id = x.id
         order by e.tenant, e.id, x.place for no key update of e)
      """
          + HANDED_OVER;

  private static final String TO_NEWBORN =
      """
      , n as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select u.tenant, u.id, u.place, case when u.owned then g.node end, clock_timestamp(), u.body
          from g,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::int[]) as place, unnest(?::bool[]) as owned,
                       unnest(?::bytea[]) as body) u)
      """;

  private record ToOther(ExecutionKey to, int turn, byte[] body) {}

  private record ToChildren(ExecutionKey parent, StepId step, int turn, byte[] body) {}

  private record ToNewborn(ExecutionKey to, int number, boolean owned, byte[] body) {}

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column places = Column.ints();
  private final Column totals = Column.ints();
  private final Column bodies = Column.blobs();

  private final Column parents = Column.uuids();
  private final Column parentTenants = Column.ints();
  private final Column steps = Column.texts();
  private final Column turns = Column.ints();
  private final Column words = Column.blobs();
  private final Column ended = Column.uuids();

  private final Column newbornTenants = Column.ints();
  private final Column newborns = Column.uuids();
  private final Column numbers = Column.ints();
  private final Column owned = Column.bools();
  private final Column welcomes = Column.blobs();

  private final List<ToOther> toOthers = new ArrayList<>();
  private final List<ToChildren> toChildren = new ArrayList<>();
  private final List<ToNewborn> toNewborns = new ArrayList<>();

  void clear() {
    toOthers.clear();
    toChildren.clear();
    toNewborns.clear();
    parents.clear();
    ended.clear();
    List.of(tenants, ids, places, totals, bodies, parentTenants, steps, turns, words)
        .forEach(Column::clear);
    List.of(newbornTenants, newborns, numbers, owned, welcomes).forEach(Column::clear);
  }

  /** To an execution that may live. */
  void send(ExecutionKey to, byte[] body) {
    toOthers.add(new ToOther(to, turn(), body));
  }

  /** To the living children of a step. */
  void sendToChildren(ExecutionKey parent, StepId step, byte[] body) {
    toChildren.add(new ToChildren(parent, step, turn(), body));
  }

  private int turn() {
    return toOthers.size() + toChildren.size();
  }

  /** To an execution that is born in the same statement. */
  void welcome(ExecutionKey to, int number, boolean isOwned, byte[] body) {
    toNewborns.add(new ToNewborn(to, number, isOwned, body));
  }

  /** An execution that ends in the same statement is nobody's living child any more. */
  void ends(ExecutionKey key) {
    ended.add(key.id().value());
  }

  int count() {
    return toOthers.size() + toChildren.size();
  }

  /** Whether there are letters to executions that lived before. */
  boolean isEmpty() {
    return toOthers.isEmpty() && toChildren.isEmpty();
  }

  /** Says to whom. */
  void draftTargets(Draft draft) {
    if (isEmpty()) {
      return;
    }
    toOthers.sort(Comparator.comparing(ToOther::to, KeyColumns.ORDER));
    for (ToOther letter : toOthers) {
      tenants.add(letter.to.tenant().value());
      ids.add(letter.to.id().value());
      bodies.add(letter.body);
    }
    if (toChildren.isEmpty()) {
      countPlaces();
      draft.add(SENT, tenants, ids, places, totals, bodies);
      return;
    }
    toOthers.forEach(letter -> places.add(letter.turn));
    for (ToChildren letter : toChildren) {
      parents.add(letter.parent.id().value());
      parentTenants.add(letter.parent.tenant().value());
      steps.add(letter.step.toString());
      turns.add(letter.turn);
      words.add(letter.body);
    }
    draft
        .add(SENT_AND_ABANDONED, tenants, ids, places, bodies)
        .add("", parentTenants, parents, steps, turns, words)
        .add("", ended);
  }

  /** The place of each letter among those to the same execution, and how many those are. */
  private void countPlaces() {
    Map<ExecutionKey, Integer> total = new HashMap<>();
    toOthers.forEach(letter -> total.merge(letter.to, 1, Integer::sum));
    Map<ExecutionKey, Integer> place = new HashMap<>();
    for (ToOther letter : toOthers) {
      places.add(place.merge(letter.to, 1, Integer::sum));
      totals.add(total.getOrDefault(letter.to, 1));
    }
  }

  /** Puts them into the inbox. */
  void draftDelivery(Draft draft) {
    if (!isEmpty()) {
      draft.add(DELIVERED);
    }
    if (!toNewborns.isEmpty()) {
      for (ToNewborn letter : toNewborns) {
        newbornTenants.add(letter.to.tenant().value());
        newborns.add(letter.to.id().value());
        numbers.add(letter.number);
        owned.add(letter.owned);
        welcomes.add(letter.body);
      }
      draft.add(TO_NEWBORN, newbornTenants, newborns, numbers, owned, welcomes);
    }
  }
}
