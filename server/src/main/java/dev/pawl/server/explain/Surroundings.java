package dev.pawl.server.explain;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is around an execution and may be in its way: nodes, limits, children. */
final class Surroundings {

  private static final String NODE =
      "select n.name, n.lease_until, n.lease_until < now() from pawl.node n where n.id = ?";

  private static final String NODES =
      "select count(*) from pawl.node n where n.lease_until >= now()";

  private static final String HELD_BACK =
      """
      select e.lane = 101 from pawl.execution e
       where e.tenant = ? and e.id = ? and e.owner is null and e.lane <> 100
      """;

  private static final String LIMITS =
      """
      select l.flow, l.at_most,
             (select count(*) from pawl.slot s
               where s.tenant = l.tenant and s.flow = l.flow and s.execution is not null),
             array(select s.execution::text from pawl.slot s
                    where s.tenant = l.tenant and s.flow = l.flow and s.execution is not null
                    limit 5)
        from pawl.limited l
       where l.tenant = ? and l.flow in ('', ?)
       order by l.flow
      """;

  private static final String CHILDREN =
      """
      select e.id::text from pawl.execution e
       where e.tenant = ? and e.parent = ? and e.parent_step = ? limit 5
      """;

  private final Borrowed nodes;
  private final Tenanted tenanted;

  /**
   * @param nodes for what belongs to no tenant
   */
  Surroundings(Borrowed nodes, Tenanted tenanted) {
    this.nodes = nodes;
    this.tenanted = tenanted;
  }

  record NodeState(String name, Instant leaseUntil, boolean isGone) {}

  Optional<NodeState> node(int number) {
    return nodes.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(NODE)) {
            statement.setInt(1, number);
            try (ResultSet row = statement.executeQuery()) {
              return row.next()
                  ? Optional.of(new NodeState(row.getString(1), time(row, 2), row.getBoolean(3)))
                  : Optional.empty();
            }
          }
        });
  }

  int livingNodes() {
    return nodes.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(NODES);
              ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
          }
        });
  }

  /** Where an execution that could go on stands: in line, or behind a limit. */
  enum Line {
    NOWHERE,
    IN_LINE,
    BEHIND_A_LIMIT
  }

  Line line(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(HELD_BACK)) {
                statement.setInt(1, key.tenant().value());
                statement.setObject(2, key.id().value());
                try (ResultSet row = statement.executeQuery()) {
                  if (!row.next()) {
                    return Line.NOWHERE;
                  }
                  return row.getBoolean(1) ? Line.BEHIND_A_LIMIT : Line.IN_LINE;
                }
              }
            });
  }

  /**
   * A limit.
   *
   * @param flow empty for the one of the whole tenant
   * @param holders some of the executions that have its room
   */
  record Limit(String flow, int atMost, int held, List<String> holders) {
    boolean isFull() {
      return held >= atMost;
    }
  }

  List<Limit> limits(Card card) {
    return tenanted
        .of(card.key().tenant())
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIMITS)) {
                statement.setInt(1, card.key().tenant().value());
                statement.setString(2, card.version().flow());
                List<Limit> limits = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    limits.add(
                        new Limit(
                            row.getString(1),
                            row.getInt(2),
                            row.getInt(3),
                            List.of((String[]) row.getArray(4).getArray())));
                  }
                }
                return limits;
              }
            });
  }

  /** Some of the living children of a step. */
  List<String> children(ExecutionKey key, String step) {
    return tenanted
        .of(key.tenant())
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(CHILDREN)) {
                statement.setInt(1, key.tenant().value());
                statement.setObject(2, key.id().value());
                statement.setString(3, step);
                List<String> children = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    children.add(row.getString(1));
                  }
                }
                return children;
              }
            });
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
