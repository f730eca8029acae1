package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.write.InsertMessages;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Delivers messages from the outbox, which callers write in their own transactions. The outbox
 * keeps a long transaction from locking the receiver's row, which the engine needs.
 */
public final class DeliverOutbox {

  private static final int MESSAGES_PER_STATEMENT = 500;

  private static final String DELIVER =
      """
      with c as materialized (
        select p.number, p.tenant, p.execution, p.key, p.body from pawl.outbox p
         order by p.number limit ? for update skip locked)
      , q as (
        delete from pawl.outbox p where p.number = any(array(select c.number from c)))
      , k as materialized (
        select e.id
          from c join pawl.execution e on e.tenant = c.tenant and e.id = c.execution
         order by e.tenant, e.id for no key update of e)
      , a as (
        insert into pawl.idempotency_key (tenant, scope, key, execution)
        select c.tenant, 'inbox:' || c.execution, c.key, c.execution
          from c where c.key is not null and (select count(*) from k) >= 0
         order by c.tenant, c.execution, c.key
        on conflict do nothing
        returning tenant, scope, key)
      , y as materialized (
        select distinct on (c.tenant, c.execution, coalesce(c.key, c.number::text), c.key is null)
               c.number, c.tenant, c.execution, c.body
          from c left join a
            on a.tenant = c.tenant and a.scope = 'inbox:' || c.execution and a.key = c.key
         where c.key is null or a.key is not null
         order by c.tenant, c.execution, coalesce(c.key, c.number::text), c.key is null, c.number)
      , x as materialized (
        select y.tenant, y.execution, y.body,
               (row_number() over (partition by y.tenant, y.execution order by y.number))::int
                 as place,
               (count(*) over (partition by y.tenant, y.execution))::int as total
          from y)
      , l as materialized (
        select e.tenant, e.id, e.owner, e.messages, x.place, x.total, x.body,
               false as cancels
          from x join pawl.execution e on e.tenant = x.tenant and e.id = x.execution
         order by e.tenant, e.id, x.place for no key update of e)
      """
          + InsertMessages.INSERT_AND_WAKE
          + """
          select (select count(*) from c),
                 (select count(pg_notify('pawl', coalesce(o.owner::text, '')))
                    from (select distinct l.owner from l) o)
          """;

  private final DedicatedConnection connection;

  public DeliverOutbox(DedicatedConnection connection) {
    this.connection = connection;
  }

  /** Delivers all messages of the outbox, in chunks. */
  public void deliver() throws SQLException {
    PreparedStatement statement = connection.statement(DELIVER);
    int delivered;
    do {
      statement.setInt(1, MESSAGES_PER_STATEMENT);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        delivered = rows.getInt(1);
      }
    } while (delivered == MESSAGES_PER_STATEMENT);
  }
}
