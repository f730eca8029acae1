package dev.pawl.server.metrics;

import dev.pawl.engine.node.Figures;
import dev.pawl.engine.node.Node;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What Prometheus collects: figures of this node, none of any tenant. */
@RestController
public final class MetricsController {

  // Of the whole, an estimate: nobody counts a million rows every few seconds.
  private static final String HELD =
      """
      select (select count(*) from pawl.execution e where e.owner = ?),
             (select greatest(c.reltuples, 0) from pg_class c where c.oid = 'pawl.execution'::regclass)
      """;

  private static final String LEASES =
      """
      select n.id, extract(epoch from n.lease_until - now())::float8 from pawl.node n order by n.id
      """;

  private record Held(long here, double everywhere) {}

  private record Lease(int node, double seconds) {}

  private final Node node;
  private final Requests requests;

  /** Nodes serve all tenants. */
  private final Borrowed borrowed;

  MetricsController(Node node, Requests requests, Borrowed borrowed) {
    this.node = node;
    this.requests = requests;
    this.borrowed = borrowed;
  }

  @GetMapping(path = "/metrics", produces = "text/plain;version=0.0.4;charset=utf-8")
  String metrics() {
    PrometheusText text = new PrometheusText();
    executions(text, node.figures());
    store(text);
    web(text);
    machine(text);
    return text.toString();
  }

  private static void executions(PrometheusText text, Figures figures) {
    text.counter("pawl_executions_started_total", "Executions begun by this node.")
        .line("pawl_executions_started_total", "", figures.started())
        .counter("pawl_executions_ended_total", "Executions that ended on this node.");
    figures
        .ended()
        .forEach(
            (status, number) ->
                text.line("pawl_executions_ended_total", "{status=\"" + status + "\"}", number));
    text.counter("pawl_starts_refused_total", "Starts refused since too much waited to be written.")
        .line("pawl_starts_refused_total", "", figures.turnedAway())
        .counter("pawl_work_offered_total", "Work written down for workers; short work is not.")
        .line("pawl_work_offered_total", "", figures.offered())
        .counter("pawl_commits_total", "Commits of executions by this node.")
        .line("pawl_commits_total", "", figures.commits())
        .counter("pawl_facts_total", "Facts that this node journalled.")
        .line("pawl_facts_total", "", figures.facts())
        .counter("pawl_commits_refused_total", "Commits that the store did not take.")
        .line("pawl_commits_refused_total", "", figures.refused());
  }

  private void store(PrometheusText text) {
    Held held =
        borrowed.use(
            connection ->
                Rows.list(
                        connection,
                        HELD,
                        row -> new Held(row.getLong(1), row.getDouble(2)),
                        node.number())
                    .getFirst());
    List<Lease> leases =
        borrowed.use(
            connection ->
                Rows.list(connection, LEASES, row -> new Lease(row.getInt(1), row.getDouble(2))));
    text.gauge("pawl_executions_held", "Executions in the memory of this node.")
        .line("pawl_executions_held", "", held.here())
        .gauge("pawl_executions_live_estimate", "Live executions of all nodes, parked ones too.")
        .line("pawl_executions_live_estimate", "", held.everywhere())
        .gauge("pawl_node_lease_seconds", "For how long the lease of a node still runs.");
    for (Lease lease : leases) {
      text.line("pawl_node_lease_seconds", "{node=\"" + lease.node() + "\"}", lease.seconds());
    }
  }

  private void web(PrometheusText text) {
    text.counter("pawl_http_requests_total", "Requests that this server answered.");
    requests
        .counts()
        .forEach((labels, number) -> text.line("pawl_http_requests_total", labels, number));
    text.counter("pawl_http_seconds_total", "Time spent on them, long polls included.")
        .line("pawl_http_seconds_total", "", requests.seconds());
  }

  private static void machine(PrometheusText text) {
    Runtime runtime = Runtime.getRuntime();
    double collecting =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum()
            / 1e3;
    text.gauge("jvm_memory_used_bytes", "Heap in use.")
        .line("jvm_memory_used_bytes", "", runtime.totalMemory() - runtime.freeMemory())
        .gauge("jvm_memory_max_bytes", "The largest heap there can be.")
        .line("jvm_memory_max_bytes", "", runtime.maxMemory())
        .gauge("jvm_threads", "Platform threads.")
        .line("jvm_threads", "", ManagementFactory.getThreadMXBean().getThreadCount())
        .counter("jvm_gc_seconds_total", "Time spent collecting garbage.")
        .line("jvm_gc_seconds_total", "", collecting)
        .gauge("process_uptime_seconds", "For how long the process has been running.")
        .line("process_uptime_seconds", "", ManagementFactory.getRuntimeMXBean().getUptime() / 1e3);
  }
}
