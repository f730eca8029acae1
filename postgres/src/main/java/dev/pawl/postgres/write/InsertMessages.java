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

/** Writes messages from executions of a batch to other executions, on any node. */
public final class InsertMessages {

  private static final String RECEIVERS =
      """
      , x as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id, unnest(?::int[]) as place,
               unnest(?::int[]) as total, unnest(?::bytea[]) as body, false as cancels)
      """;

  private static final String RECEIVERS_AND_CHILDREN =
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
   * Inserts messages to locked executions into the inbox, and wakes parked receivers. A receiver
   * that has not started reads a cancelling message without waiting for a concurrency permit.
   */
  public static final String INSERT_AND_WAKE =
      """
      , m as (
        update pawl.execution e
           set messages = l.messages + l.total,
               queue = case when e.owner is null and e.queue = 100 then e.priority
                           when e.owner is null and not e.started and l.cancels then -1
                           else e.queue end,
               wake_at = case when e.owner is null and e.queue = 100 then now() else e.wake_at end
          from l
         where l.place = 1 and e.tenant = l.tenant and e.id = l.id)
      , i as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select l.tenant, l.id, l.messages + l.place, l.owner, clock_timestamp(), l.body from l)
      """;

  private static final String DELIVER =
      """
      , l as materialized (
        select e.tenant, e.id, e.owner, e.messages, x.place, x.total, x.body, x.cancels
          from h, x join pawl.execution e on e.tenant = x.tenant and e.id = x.id
         order by e.tenant, e.id, x.place for no key update of e)
      """
          + INSERT_AND_WAKE;

  private static final String TO_NEW_EXECUTIONS =
      """
      , n as (
        insert into pawl.inbox (tenant, execution, number, owner, at, body)
        select u.tenant, u.id, u.place, case when u.owned then g.node end, clock_timestamp(), u.body
          from g,
               (select unnest(?::int[]) as tenant, unnest(?::uuid[]) as id,
                       unnest(?::int[]) as place, unnest(?::bool[]) as owned,
                       unnest(?::bytea[]) as body) u)
      """;

  private record ToOther(ExecutionKey to, int order, byte[] body) {}

  private record ToChildren(ExecutionKey parent, StepId step, int order, byte[] body) {}

  private record ToChildStart(ExecutionKey to, int number, boolean owned, byte[] body) {}

  private final Column tenants = Column.ints();
  private final Column ids = Column.uuids();
  private final Column places = Column.ints();
  private final Column totals = Column.ints();
  private final Column bodies = Column.blobs();

  private final Column parents = Column.uuids();
  private final Column parentTenants = Column.ints();
  private final Column steps = Column.texts();
  private final Column childOrder = Column.ints();
  private final Column childBodies = Column.blobs();
  private final Column ended = Column.uuids();

  private final Column childStartTenants = Column.ints();
  private final Column childStarts = Column.uuids();
  private final Column numbers = Column.ints();
  private final Column owned = Column.bools();
  private final Column newBodies = Column.blobs();

  private final List<ToOther> toOthers = new ArrayList<>();
  private final List<ToChildren> toChildren = new ArrayList<>();
  private final List<ToChildStart> toChildStarts = new ArrayList<>();

  void clear() {
    toOthers.clear();
    toChildren.clear();
    toChildStarts.clear();
    parents.clear();
    ended.clear();
    List.of(tenants, ids, places, totals, bodies, parentTenants, steps, childOrder, childBodies)
        .forEach(Column::clear);
    List.of(childStartTenants, childStarts, numbers, owned, newBodies).forEach(Column::clear);
  }

  /**
   * Adds a message to an execution that existed before the batch; it is dropped if that has ended.
   */
  void send(ExecutionKey to, byte[] body) {
    toOthers.add(new ToOther(to, order(), body));
  }

  /** Adds a message to all live children of a step. */
  void sendToChildren(ExecutionKey parent, StepId step, byte[] body) {
    toChildren.add(new ToChildren(parent, step, order(), body));
  }

  private int order() {
    return toOthers.size() + toChildren.size();
  }

  /** Adds a message to an execution that is inserted by the same statement. */
  void sendToNew(ExecutionKey to, int number, boolean isOwned, byte[] body) {
    toChildStarts.add(new ToChildStart(to, number, isOwned, body));
  }

  /** Excludes an execution that ends in the same statement from the live children. */
  void excludeEnded(ExecutionKey key) {
    ended.add(key.id().value());
  }

  int count() {
    return toOthers.size() + toChildren.size();
  }

  /** Returns true if there are no messages to executions that existed before the batch. */
  boolean isEmpty() {
    return toOthers.isEmpty() && toChildren.isEmpty();
  }

  /** Adds the expression that lists the receivers. */
  void appendReceivers(StatementBuilder builder) {
    if (isEmpty()) {
      return;
    }
    toOthers.sort(Comparator.comparing(ToOther::to, KeyColumns.ORDER));
    for (ToOther message : toOthers) {
      tenants.add(message.to.tenant().value());
      ids.add(message.to.id().value());
      bodies.add(message.body);
    }
    if (toChildren.isEmpty()) {
      numberMessages();
      builder.add(RECEIVERS, tenants, ids, places, totals, bodies);
      return;
    }
    toOthers.forEach(message -> places.add(message.order));
    for (ToChildren message : toChildren) {
      parents.add(message.parent.id().value());
      parentTenants.add(message.parent.tenant().value());
      steps.add(message.step.toString());
      childOrder.add(message.order);
      childBodies.add(message.body);
    }
    builder
        .add(RECEIVERS_AND_CHILDREN, tenants, ids, places, bodies)
        .add("", parentTenants, parents, steps, childOrder, childBodies)
        .add("", ended);
  }

  /** Numbers the messages to each execution, and counts them. */
  private void numberMessages() {
    Map<ExecutionKey, Integer> total = new HashMap<>();
    toOthers.forEach(message -> total.merge(message.to, 1, Integer::sum));
    Map<ExecutionKey, Integer> place = new HashMap<>();
    for (ToOther message : toOthers) {
      places.add(place.merge(message.to, 1, Integer::sum));
      totals.add(total.getOrDefault(message.to, 1));
    }
  }

  /** Adds the expressions that insert the messages into the inbox. */
  void appendDelivery(StatementBuilder builder) {
    if (!isEmpty()) {
      builder.add(DELIVER);
    }
    if (!toChildStarts.isEmpty()) {
      for (ToChildStart message : toChildStarts) {
        childStartTenants.add(message.to.tenant().value());
        childStarts.add(message.to.id().value());
        numbers.add(message.number);
        owned.add(message.owned);
        newBodies.add(message.body);
      }
      builder.add(TO_NEW_EXECUTIONS, childStartTenants, childStarts, numbers, owned, newBodies);
    }
  }
}
