package dev.pawl.postgres.query;

import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Queries for the nodes of the cluster, which serve all tenants, and for the work they have. */
public final class ClusterNodes {

  private static final String LIST =
      """
      select n.id, n.name, n.started_at, n.lease_until, n.lease_until > now(),
             (select count(*) from pawl.execution e where e.owner = n.id)
        from pawl.node n order by n.id
      """;

  private static final String FIND =
      "select n.name, n.lease_until, n.lease_until < now() from pawl.node n where n.id = ?";

  private static final String COUNT_ALIVE =
      "select count(*) from pawl.node n where n.lease_until >= now()";

  private static final String LEASES =
      """
      select n.id, extract(epoch from n.lease_until - now())::float8 from pawl.node n order by n.id
      """;

  private static final String RUNNABLE =
      """
      select count(*) from (
        select from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.queue < 100 limit ?) c
      """;

  private static final String FREE_OFFERS =
      "select count(*) from (select from pawl.offer o where o.free limit ?) c";

  private final ConnectionTemplate allTenants;

  /**
   * Creates the queries.
   *
   * @param allTenants connections that see the rows of all tenants
   */
  public ClusterNodes(ConnectionTemplate allTenants) {
    this.allTenants = allTenants;
  }

  /**
   * A node of the cluster.
   *
   * @param number number of its incarnation
   * @param isAlive true if its lease has not expired
   * @param executions number of executions in its memory, of all tenants
   */
  public record NodeLoad(
      int number,
      String name,
      Instant startedAt,
      Instant leaseUntil,
      boolean isAlive,
      long executions) {}

  /** Returns all nodes in the order of their numbers. */
  public List<NodeLoad> list() {
    return allTenants.use(
        connection ->
            Rows.list(
                connection,
                LIST,
                row ->
                    new NodeLoad(
                        row.getInt(1),
                        row.getString(2),
                        Rows.time(row, 3).orElseThrow(),
                        Rows.time(row, 4).orElseThrow(),
                        row.getBoolean(5),
                        row.getLong(6))));
  }

  /** The lease of a node; {@code isGone} is true if it has expired. */
  public record NodeState(String name, Instant leaseUntil, boolean isGone) {}

  /** Finds a node by the number of its incarnation. */
  public Optional<NodeState> find(int number) {
    return allTenants.use(
        connection ->
            Rows.first(
                connection,
                FIND,
                row ->
                    new NodeState(
                        row.getString(1), Rows.time(row, 2).orElseThrow(), row.getBoolean(3)),
                number));
  }

  /** Returns the number of nodes whose lease has not expired. */
  public int countAlive() {
    return allTenants.use(
        connection -> Rows.first(connection, COUNT_ALIVE, row -> row.getInt(1)).orElseThrow());
  }

  /** The seconds until the lease of a node ends; negative if it has expired. */
  public record LeaseTime(int node, double seconds) {}

  /** Returns the remaining lease times of all nodes. */
  public List<LeaseTime> leaseTimes() {
    return allTenants.use(
        connection ->
            Rows.list(connection, LEASES, row -> new LeaseTime(row.getInt(1), row.getDouble(2))));
  }

  /** Returns the number of executions that wait to be claimed, counted up to a limit. */
  public long countRunnable(int limit) {
    return count(RUNNABLE, limit);
  }

  /** Returns the number of tasks that wait for a remote worker, counted up to a limit. */
  public long countFreeOffers(int limit) {
    return count(FREE_OFFERS, limit);
  }

  private long count(String sql, int limit) {
    return allTenants.use(
        connection -> Rows.list(connection, sql, row -> row.getLong(1), limit).getFirst());
  }
}
