package dev.pawl.server.metrics;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.query.ClusterNodes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/** Gauges that are read from the database, with bounded work, when metrics are collected. */
final class DatabaseMeters {

  /** Queues are counted up to this length, so that a long one costs no more than a full count. */
  private static final int MAX_COUNTED_ROWS = 10_000;

  /** Values of one collection; not a number while the database cannot be reached. */
  private record Counts(double runnable, double offered, boolean reachable) {
    static final Counts UNKNOWN = new Counts(Double.NaN, Double.NaN, false);
  }

  /** Nodes serve all tenants, so these are counted over all of them. */
  private final ClusterNodes nodes;

  private final MultiGauge leases;
  private volatile Counts counts = Counts.UNKNOWN;

  DatabaseMeters(MeterRegistry registry, ConnectionTemplate jdbc) {
    this.nodes = new ClusterNodes(jdbc);
    this.leases =
        MultiGauge.builder("pawl.node.lease")
            .description("Time until the lease of a node ends; negative if it has lapsed.")
            .baseUnit("seconds")
            .register(registry);
    Gauge.builder("pawl.database.up", this, meters -> meters.counts.reachable() ? 1 : 0)
        .description("1 if the database could be reached, otherwise 0.")
        .register(registry);
    Gauge.builder("pawl.executions.runnable", this, meters -> meters.counts.runnable())
        .description(
            "Executions of all nodes that are ready and wait to be claimed, at most %d."
                .formatted(MAX_COUNTED_ROWS))
        .register(registry);
    Gauge.builder("pawl.work.waiting", this, meters -> meters.counts.offered())
        .description(
            "Tasks of all nodes that wait for a remote worker, at most %d."
                .formatted(MAX_COUNTED_ROWS))
        .register(registry);
  }

  /** Reads the values again. */
  void refresh() {
    try {
      counts =
          new Counts(
              nodes.countRunnable(MAX_COUNTED_ROWS), nodes.countFreeOffers(MAX_COUNTED_ROWS), true);
      leases.register(
          nodes.leaseTimes().stream()
              .map(
                  lease ->
                      MultiGauge.Row.of(
                          Tags.of("node", Integer.toString(lease.node())), lease.seconds()))
              .toList(),
          true);
    } catch (UnavailableException e) {
      counts = Counts.UNKNOWN;
      leases.register(List.of(), true);
    }
  }
}
