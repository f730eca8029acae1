package dev.pawl.server.execution;

import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.query.ClusterNodes;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that lists the nodes of the cluster. */
@RestController
public final class NodesController {

  private final ClusterNodes nodes;
  private final Node node;

  NodesController(ConnectionTemplate jdbc, Node node) {
    this.nodes = new ClusterNodes(jdbc);
    this.node = node;
  }

  /** A node of the cluster. */
  record NodeView(
      @Schema(description = "Number of the node's incarnation.", example = "7") int id,
      @Schema(description = "Name of the node.", example = "node") String name,
      @Schema(description = "True if it is the node that answers.") boolean here,
      @Schema(
              description =
                  "State of its lease; other nodes take over the executions of a dead node.")
          NodeStatus status,
      @Schema(description = "Time at which the incarnation joined.") Instant startedAt,
      @Schema(description = "Time until which its lease runs unless it is renewed.")
          Instant leaseUntil,
      @Schema(description = "Number of executions in its memory, of all tenants.", example = "120")
          long executions) {}

  enum NodeStatus {
    ALIVE,
    GONE
  }

  @GetMapping("/api/nodes")
  @RequiresPermission(
      value = Permission.PLATFORM,
      summary = "Lists the nodes of the cluster with their leases and their load.")
  Listing<NodeView> nodes(
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    return Listing.part(all(), after, limit, one -> Integer.toString(one.id()));
  }

  private List<NodeView> all() {
    int here = node.number();
    return nodes.list().stream()
        .map(
            one ->
                new NodeView(
                    one.number(),
                    one.name(),
                    one.number() == here,
                    one.isAlive() ? NodeStatus.ALIVE : NodeStatus.GONE,
                    one.startedAt(),
                    one.leaseUntil(),
                    one.executions()))
        .toList();
  }
}
