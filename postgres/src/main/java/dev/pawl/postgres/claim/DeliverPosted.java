package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.write.Letters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Puts letters into the inbox that were written within transactions of others. Those do not touch
 * the receiver's row, which the engine needs while they may take their time.
 */
public final class DeliverPosted {

  private static final int AT_ONCE = 500;

  private static final String DELIVER =
      """
      with c as materialized (
        select p.number, p.tenant, p.execution, p.key, p.body from pawl.posted p
         order by p.number limit ? for update skip locked)
      , q as (
        delete from pawl.posted p where p.number = any(array(select c.number from c)))
      , k as materialized (
        select e.id
          from c join pawl.execution e on e.tenant = c.tenant and e.id = c.execution
         order by e.tenant, e.id for no key update of e)
      , a as (
        insert into pawl.accepted (tenant, scope, key, execution)
        select c.tenant, 'mail:' || c.execution, c.key, c.execution
          from c where c.key is not null and (select count(*) from k) >= 0
         order by c.tenant, c.execution, c.key
        on conflict do nothing
        returning tenant, scope, key)
      , y as materialized (
        select distinct on (c.tenant, c.execution, coalesce(c.key, c.number::text), c.key is null)
               c.number, c.tenant, c.execution, c.body
          from c left join a
            on a.tenant = c.tenant and a.scope = 'mail:' || c.execution and a.key = c.key
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
          + Letters.HANDED_OVER
          + """
          select (select count(*) from c),
                 (select count(pg_notify('pawl', coalesce(o.owner::text, '')))
                    from (select distinct l.owner from l) o)
          """;

  private final Line line;

  public DeliverPosted(Line line) {
    this.line = line;
  }

  public void deliver() throws SQLException {
    PreparedStatement statement = line.statement(DELIVER);
    int delivered;
    do {
      statement.setInt(1, AT_ONCE);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        delivered = rows.getInt(1);
      }
    } while (delivered == AT_ONCE);
  }
}
