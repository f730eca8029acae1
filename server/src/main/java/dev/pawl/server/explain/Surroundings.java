package dev.pawl.server.explain;

import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.query.Standings;
import dev.pawl.postgres.row.AwaitedText;
import dev.pawl.server.flow.Halts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is around an execution and may be in its way: nodes, limits, children, what its tenant may.
 */
final class Surroundings {

  private static final String NODE =
      "select n.name, n.lease_until, n.lease_until < now() from pawl.node n where n.id = ?";

  private static final String NODES =
      "select count(*) from pawl.node n where n.lease_until >= now()";

  // While it is in a lane, the time to wake is its place there: when it could have gone on.
  private static final String LINE =
      """
      select %s, e.wake_at, e.begun from pawl.execution e
       where e.tenant = ? and e.id = ? and (%s or %s)
      """
          .formatted(Standings.HELD_BACK, Standings.HELD_BACK, Standings.IN_LINE);

  private static final String LIMITS =
      """
      select l.flow, l.kind, l.at_most, ceil(extract(epoch from l.queue_timeout))::bigint,
             (select count(*) from pawl.slot s
               where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                 and s.execution is not null),
             array(select s.execution::text from pawl.slot s
                    where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                      and s.execution is not null
                    order by s.execution limit 5)
        from pawl.limited l
       where l.tenant = ? and l.flow in ('', ?)
       order by l.flow, l.kind
      """;

  private static final String CHILDREN =
      """
      select e.id::text from pawl.execution e
       where e.tenant = ? and e.parent = ? and e.parent_step = ? limit 5
      """;

  // Of one that a node has, nobody else knows.
  private static final String AWAITED =
      """
      select e.awaited from pawl.execution e
       where e.tenant = ? and e.id = ? and e.owner is null and e.awaited is not null
      """;

  private final Borrowed nodes;
  private final Tenanted tenanted;
  private final Halts halts;

  /**
   * @param nodes for what belongs to no tenant
   */
  Surroundings(Borrowed nodes, Tenanted tenanted, Halts halts) {
    this.nodes = nodes;
    this.tenanted = tenanted;
    this.halts = halts;
  }

  /** Who stopped a tenant, if somebody did. */
  Optional<Halts.Halt> halt(TenantId tenant) {
    return halts.find(tenant);
  }

  /** The calls whose answers an execution awaits, as far as that is known outside of a node. */
  List<Awaited> awaited(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    AWAITED,
                    row -> AwaitedText.read(row.getString(1)),
                    key.tenant().value(),
                    key.id().value()))
        .orElse(List.of());
  }

  record NodeState(String name, Instant leaseUntil, boolean isGone) {}

  Optional<NodeState> node(int number) {
    return nodes.use(
        connection ->
            Rows.first(
                connection,
                NODE,
                row ->
                    new NodeState(
                        row.getString(1), Rows.time(row, 2).orElseThrow(), row.getBoolean(3)),
                number));
  }

  int livingNodes() {
    return nodes.use(
        connection -> Rows.first(connection, NODES, row -> row.getInt(1)).orElseThrow());
  }

  /**
   * Where an execution that could go on stands.
   *
   * @param since when it could have gone on
   */
  record Line(boolean isBehindALimit, Instant since, boolean hasStarted) {}

  /** Empty if it is not in line. */
  Optional<Line> line(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    LINE,
                    row ->
                        new Line(
                            row.getBoolean(1), Rows.time(row, 2).orElseThrow(), row.getBoolean(3)),
                    key.tenant().value(),
                    key.id().value()));
  }

  /**
   * A limit.
   *
   * @param flow empty for the one of the whole tenant
   * @param isConcurrent true if it counts unfinished executions, false if active ones
   * @param holders the oldest of the executions that have its permits
   */
  record Limit(
      String flow,
      boolean isConcurrent,
      int atMost,
      Optional<Duration> queueTimeout,
      int held,
      List<String> holders) {
    boolean isFull() {
      return held >= atMost;
    }
  }

  List<Limit> limits(Card card) {
    return tenanted
        .of(card.key().tenant())
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIMITS,
                    row ->
                        new Limit(
                            row.getString(1),
                            row.getString(2).equals("concurrent"),
                            row.getInt(3),
                            Optional.ofNullable(row.getObject(4, Long.class))
                                .map(Duration::ofSeconds),
                            row.getInt(5),
                            List.of((String[]) row.getArray(6).getArray())),
                    card.key().tenant().value(),
                    card.version().flow()));
  }

  /** Some of the living children of a step. */
  List<String> children(ExecutionKey key, String step) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.list(
                    connection,
                    CHILDREN,
                    row -> row.getString(1),
                    key.tenant().value(),
                    key.id().value(),
                    step));
  }
}
