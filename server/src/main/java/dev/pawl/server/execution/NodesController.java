package dev.pawl.server.execution;

import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.server.web.Within;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The nodes of the cluster. */
@RestController
public final class NodesController {

  private static final String NODES =
      """
      select n.id, n.name, n.started_at, n.lease_until, n.lease_until > now(),
             (select count(*) from pawl.execution e where e.owner = n.id)
        from pawl.node n order by n.id
      """;

  /** Nodes serve all tenants. */
  private final Borrowed borrowed;

  private final Node node;

  NodesController(Borrowed borrowed, Node node) {
    this.borrowed = borrowed;
    this.node = node;
  }

  /**
   * A node.
   *
   * @param here whether it is the one that answers
   * @param status whether its lease runs; others take over what a dead one held
   * @param executions how many executions it has in memory, of all tenants
   */
  record NodeView(
      int id,
      String name,
      boolean here,
      NodeStatus status,
      Instant startedAt,
      Instant leaseUntil,
      long executions) {}

  enum NodeStatus {
    ALIVE,
    GONE
  }

  @GetMapping("/api/nodes")
  Listing<NodeView> nodes(
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Within(least = 1, most = Paging.MOST) int limit) {
    return Listing.part(all(), after, Paging.checked(limit), one -> Integer.toString(one.id()));
  }

  private List<NodeView> all() {
    int here = node.number();
    return borrowed.use(
        connection ->
            Rows.list(
                connection,
                NODES,
                row ->
                    new NodeView(
                        row.getInt(1),
                        row.getString(2),
                        row.getInt(1) == here,
                        row.getBoolean(5) ? NodeStatus.ALIVE : NodeStatus.GONE,
                        Rows.time(row, 3).orElseThrow(),
                        Rows.time(row, 4).orElseThrow(),
                        row.getLong(6))));
  }
}
