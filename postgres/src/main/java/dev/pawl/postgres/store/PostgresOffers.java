package dev.pawl.postgres.store;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.desk.OfferNews;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Offers as rows: whoever takes one marks it, and nobody waits for another's mark. What a statement
 * has locked stays where it is, so that it is changed there, without another look for it.
 */
final class PostgresOffers implements Offers {

  // Of several resources, h finds how much of each is among the most urgent, and takes no locks for
  // it. What others take at that very moment is in there too, so that a second turn looks for
  // anything at all; the limit ends the look before it wherever the first was enough. A mark that
  // the server loses when it crashes costs no more than that the work is given to somebody again.
  static final String TAKE =
      """
      with r as materialized (select unnest(?::text[]) as resource)
      , x as materialized (
        select ?::uuid[] as ids, set_config('synchronous_commit', 'off', true) as unsynced)
      , h as (
        select r.resource
          from r cross join x cross join lateral (
            select o.priority, o.offered_at from pawl.offer o
             where o.tenant = ? and o.resource = r.resource and o.free and o.execution <> all(x.ids)
             order by o.priority, o.offered_at limit ?) o
         where (select count(*) from r) > 1
         order by o.priority, o.offered_at limit ?)
      , s as materialized (
        select h.resource, count(*) as most from h group by h.resource
        union all
        select r.resource, ? from r)
      , t as materialized (
        select o.at
          from s cross join x cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = ? and o.resource = s.resource and o.free and o.execution <> all(x.ids)
             order by o.priority, o.offered_at limit s.most for update skip locked) o
         limit ?)
      update pawl.offer o
         set free = false, taker = ?, answer = null, details = null,
             until = now() + ? * interval '1 ms'
       where o.ctid = any(array(select t.at from t))
      returning o.tenant, o.execution, o.step, o.attempt, o.resource, o.priority, o.flow, o.input,
                o.timeout_at, o.heartbeat, o.token, o.until, o.offered_at
      """;

  private static final String ASKED =
      """
      with u as materialized (
        select unnest(?::int[]) as tenant, unnest(?::uuid[]) as execution,
               unnest(?::text[]) as step, unnest(?::int[]) as attempt, unnest(?::text[]) as details)
      , w as materialized (select ?::text as taker, ?::bigint * interval '1 ms' as time)
      """;

  private static final String KEEP =
      """
      %s
      , k as materialized (
        select o.at, u.details
          from u cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.taker = (select w.taker from w)
               for update skip locked) o)
      update pawl.offer o
         set free = false, until = now() + (select w.time from w),
             details = coalesce(k.details, o.details)
        from k
       where o.ctid = k.at
      returning o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.until,
                o.heartbeat is not null, o.token is not null
      """
          .formatted(ASKED);

  private static final String HELD =
      """
      %s
      select o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.until,
             o.heartbeat is not null, o.token is not null
        from u cross join lateral (
          select o.* from pawl.offer o
           where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
             and o.attempt = u.attempt and o.taker = (select w.taker from w) limit 1) o
      """
          .formatted(ASKED);

  // What follows from an answer is written, and synced, after this. The time is prolonged only
  // where it
  // is short: a row whose time stays is updated without touching an index.
  private static final String ACCEPTED =
      """
      update pawl.offer o
         set free = false, answer = k.details,
             until = case when o.until < now() + (select w.time from w)
                          then now() + 2 * (select w.time from w) else o.until end
      """;

  private static final String RETURNING =
      """
      returning o.tenant, o.execution, o.step, o.attempt, o.offered_at, o.until,
                o.heartbeat is not null, o.token is not null
      """;

  private static final String ACCEPT_MANY =
      """
      %s
      , x as materialized (select set_config('synchronous_commit', 'off', true) as unsynced)
      , k as materialized (
        select o.at, u.details
          from u cross join x cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.taker = (select w.taker from w)
               and (o.answer is null or o.answer = u.details)
               for update skip locked) o)
      %s
        from k
       where o.ctid = k.at
      %s
      """
          .formatted(ASKED, ACCEPTED, RETURNING);

  // For one offer only: who waits for a lock must not hold another. A row that was changed while it
  // was
  // locked is looked at again as it is then, so that it is found by its key and not by its place.
  private static final String ACCEPT_ONE =
      """
      %s
      %s
        from u k
       where o.tenant = k.tenant and o.execution = k.execution and o.step = k.step
         and o.attempt = k.attempt and o.taker = (select w.taker from w)
         and (o.answer is null or o.answer = k.details)
      %s
      """
          .formatted(ASKED, ACCEPTED, RETURNING);

  // Those who wait for such work are told as when it was made.
  private static final String BACK =
      """
      , b as (
        update pawl.offer o set free = true, taker = null, until = null, details = null
         where o.ctid = any(array(select k.at from k))
        returning o.tenant, o.execution, o.step, o.attempt, o.resource)
      select b.tenant, b.execution, b.step, b.attempt,
             pg_notify('%s', case when length(b.resource) > %d then '' else b.tenant || ' ' || b.resource end)
        from b
      """
          .formatted(OfferNews.CHANNEL, OfferNews.LONGEST);

  private static final String GIVE_BACK =
      """
      %s
      , k as materialized (
        select o.at
          from u cross join lateral (
            select o.ctid as at from pawl.offer o
             where o.tenant = u.tenant and o.execution = u.execution and o.step = u.step
               and o.attempt = u.attempt and o.taker = (select w.taker from w) and o.answer is null
               for update skip locked) o)
      %s
      """
          .formatted(ASKED, BACK);

  // By their time, as what is held has no other index; that is seldom asked for.
  private static final String GIVE_BACK_ALL =
      """
      with k as materialized (
        select o.ctid as at from pawl.offer o
         where not o.free and o.until > now() and o.tenant = ? and o.taker = ? and o.answer is null
           for update skip locked)
      %s
      """
          .formatted(BACK);

  private static final String CLOSE =
      "delete from pawl.offer where tenant = ? and execution = ? and step = ? and attempt = ?";

  private static final String LAPSE =
      """
      update pawl.offer o set free = true
       where (o.tenant, o.execution, o.step, o.attempt) in (
         select l.tenant, l.execution, l.step, l.attempt from pawl.offer l
          where not l.free and l.until < now() for update skip locked)
      """;

  // From each pair to the next along the index, however many offers there are of it.
  private static final String WANTED =
      """
      with recursive w as (
        (select o.tenant, o.resource from pawl.offer o
          where o.free order by o.tenant, o.resource limit 1)
        union all
        select n.tenant, n.resource
          from w, lateral (
            select o.tenant, o.resource from pawl.offer o
             where o.free and (o.tenant, o.resource) > (w.tenant, w.resource)
             order by o.tenant, o.resource limit 1) n)
      select w.tenant, w.resource from w
      """;

  private final Tenanted tenanted;
  private final Borrowed all;
  private final OfferNews news;

  /**
   * @param all for what concerns all tenants
   */
  PostgresOffers(Tenanted tenanted, Borrowed all, OfferNews news) {
    this.tenanted = tenanted;
    this.all = all;
    this.news = news;
  }

  @Override
  public Ear listen(TenantId tenant, Collection<String> resources) {
    return news.listen(tenant, resources);
  }

  @Override
  public List<Taken> take(
      TenantId tenant,
      Collection<String> resources,
      int max,
      Taker taker,
      Set<ExecutionId> except) {
    if (resources.isEmpty()) {
      return List.of();
    }
    Object[] names = resources.stream().distinct().toArray();
    Object[] hidden = except.stream().map(ExecutionId::value).toArray();
    return tenanted
        .of(tenant)
        .ask(
            TAKE,
            (statement, from) -> {
              Connection connection = statement.getConnection();
              statement.setArray(from, connection.createArrayOf("text", names));
              statement.setArray(from + 1, connection.createArrayOf("uuid", hidden));
              statement.setInt(from + 2, tenant.value());
              statement.setInt(from + 3, max);
              statement.setInt(from + 4, max);
              statement.setLong(from + 5, max);
              statement.setInt(from + 6, tenant.value());
              statement.setInt(from + 7, max);
              statement.setString(from + 8, taker.name());
              statement.setLong(from + 9, taker.time().toMillis());
            },
            PostgresOffers::taken);
  }

  private static List<Taken> taken(PreparedStatement answer) throws SQLException {
    record Row(Taken taken, Instant offeredAt) {}
    List<Row> rows = new ArrayList<>();
    try (ResultSet row = answer.getResultSet()) {
      while (row.next()) {
        rows.add(new Row(taken(row), Rows.time(row, 13).orElseThrow()));
      }
    }
    // An update has no order of its own.
    rows.sort(
        (a, b) -> {
          int byPriority = a.taken.offer().priority().compareTo(b.taken.offer().priority());
          return byPriority != 0 ? byPriority : a.offeredAt.compareTo(b.offeredAt);
        });
    return rows.stream().map(Row::taken).toList();
  }

  private static Taken taken(ResultSet row) throws SQLException {
    int heartbeat = row.getInt(10);
    Optional<Duration> beats =
        row.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(heartbeat));
    return new Taken(
        new Offer(
            key(row),
            row.getString(5),
            Priority.values()[row.getShort(6)],
            row.getString(7),
            row.getBytes(8),
            Rows.time(row, 9),
            beats,
            Optional.ofNullable(row.getString(11))),
        Rows.time(row, 12).orElseThrow());
  }

  @Override
  public List<Kept> keep(Collection<Sign> signs, Taker taker) {
    List<Kept> kept = new ArrayList<>(asked(KEEP, signs, taker, PostgresOffers::kept));
    // A row that somebody else has just locked is not waited for, and is no less the taker's.
    Set<Offer.Key> known = kept.stream().map(Kept::key).collect(Collectors.toSet());
    List<Sign> missing = signs.stream().filter(sign -> !known.contains(sign.key())).toList();
    kept.addAll(asked(HELD, missing, taker, PostgresOffers::kept));
    return kept;
  }

  @Override
  public List<Kept> accept(Collection<Answer> answers, Taker taker) {
    Taker answered = new Taker(taker.name(), ANSWER_TIME);
    List<Sign> signs =
        answers.stream()
            .map(answer -> new Sign(answer.key(), Optional.of(answer.digest())))
            .toList();
    List<Kept> accepted =
        new ArrayList<>(asked(ACCEPT_MANY, signs, answered, PostgresOffers::kept));
    Set<Offer.Key> known = accepted.stream().map(Kept::key).collect(Collectors.toSet());
    // A row that somebody else has locked is the taker's all the same, or will not be any more.
    for (Sign sign : signs) {
      if (!known.contains(sign.key())) {
        accepted.addAll(asked(ACCEPT_ONE, List.of(sign), answered, PostgresOffers::kept));
      }
    }
    return accepted;
  }

  @Override
  public List<Offer.Key> giveBack(Collection<Offer.Key> keys, Taker taker) {
    return asked(GIVE_BACK, signs(keys), taker, PostgresOffers::key);
  }

  @Override
  public void giveBackAll(TenantId tenant, Taker taker) {
    tenanted
        .of(tenant)
        .ask(
            GIVE_BACK_ALL,
            (statement, from) -> {
              statement.setInt(from, tenant.value());
              statement.setString(from + 1, taker.name());
            },
            answer -> answer);
  }

  private static List<Sign> signs(Collection<Offer.Key> keys) {
    return keys.stream().map(key -> new Sign(key, Optional.empty())).toList();
  }

  private interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> asked(
      String question, Collection<Sign> signs, Taker taker, Reading<T> reading) {
    if (signs.isEmpty()) {
      return List.of();
    }
    return tenanted
        .of(signs.iterator().next().key().execution().tenant())
        .ask(
            question,
            (statement, from) -> ask(statement, from, signs, taker),
            answer -> {
              List<T> rows = new ArrayList<>();
              try (ResultSet row = answer.getResultSet()) {
                while (row.next()) {
                  rows.add(reading.read(row));
                }
              }
              return rows;
            });
  }

  private static void ask(
      PreparedStatement statement, int from, Collection<Sign> signs, Taker taker)
      throws SQLException {
    array(statement, from, "int4", signs, sign -> sign.key().execution().tenant().value());
    array(statement, from + 1, "uuid", signs, sign -> sign.key().execution().id().value());
    array(statement, from + 2, "text", signs, sign -> sign.key().step().toString());
    array(statement, from + 3, "int4", signs, sign -> sign.key().attempt());
    array(statement, from + 4, "text", signs, sign -> sign.details().orElse(null));
    statement.setString(from + 5, taker.name());
    statement.setLong(from + 6, taker.time().toMillis());
  }

  private static Kept kept(ResultSet row) throws SQLException {
    return new Kept(
        key(row),
        Rows.time(row, 5).orElseThrow(),
        Rows.time(row, 6).orElseThrow(),
        row.getBoolean(7),
        row.getBoolean(8));
  }

  private static void array(
      PreparedStatement statement,
      int index,
      String type,
      Collection<Sign> signs,
      Function<Sign, @Nullable Object> value)
      throws SQLException {
    @Nullable Object[] values = signs.stream().map(value).toArray();
    statement.setArray(index, statement.getConnection().createArrayOf(type, values));
  }

  @Override
  public void close(Offer.Key key) {
    ExecutionKey execution = key.execution();
    tenanted
        .of(execution.tenant())
        .update(
            CLOSE,
            execution.tenant().value(),
            execution.id().value(),
            key.step().toString(),
            key.attempt());
  }

  @Override
  public List<Standing> of(ExecutionKey execution) {
    return OfferStandings.of(tenanted, execution);
  }

  /** Before that, takes from those who were silent for too long. */
  @Override
  public List<Wanted> wanted() {
    return all.use(
        connection -> {
          Borrowed.update(connection, LAPSE);
          List<Wanted> wanted = new ArrayList<>();
          try (PreparedStatement statement = connection.prepareStatement(WANTED);
              ResultSet row = statement.executeQuery()) {
            while (row.next()) {
              wanted.add(new Wanted(new TenantId(row.getInt(1)), row.getString(2)));
            }
          }
          return wanted;
        });
  }

  private static Offer.Key key(ResultSet row) throws SQLException {
    ExecutionKey execution =
        new ExecutionKey(
            new TenantId(row.getInt(1)), new ExecutionId(row.getObject(2, UUID.class)));
    return new Offer.Key(execution, StepId.parse(row.getString(3)), row.getInt(4));
  }
}
