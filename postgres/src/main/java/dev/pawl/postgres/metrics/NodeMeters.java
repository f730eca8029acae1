package dev.pawl.postgres.metrics;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.metrics.NodeLoad;
import dev.pawl.engine.node.metrics.NodeMetrics;
import dev.pawl.engine.node.metrics.NodeObserver;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one node in a registry of Micrometer. Durations are recorded as they are measured;
 * counters and queue lengths are read from the node when the registry is.
 *
 * <p>Tenants are no tag, since there can be any number of them. Flows and resources are, up to a
 * limit; what is beyond it is counted as {@code other}.
 */
public final class NodeMeters implements NodeObserver, AutoCloseable {

  private static final double[] BATCH_BUCKETS = {1, 5, 25, 100, 500, 1_000};

  private static final Duration[] WRITE_BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(5)
  };

  private final MeterRegistry registry;
  private final BoundedTimers<Status> executions;
  private final BoundedTimers<HandlerOutcome> handlers;
  private final Timer writes;
  private final DistributionSummary batches;
  private final List<Meter> meters = new ArrayList<>();

  public NodeMeters(MeterRegistry registry) {
    this.registry = registry;
    this.executions =
        new BoundedTimers<>(
            registry,
            new BoundedTimers.Description(
                "pawl.execution.duration",
                "Time from start to end of executions that ended on this node, waiting included.",
                "flow",
                "status"));
    this.handlers =
        new BoundedTimers<>(
            registry,
            new BoundedTimers.Description(
                "pawl.handler.duration",
                "Time within handlers on this node, per attempt.",
                "resource",
                "outcome"));
    this.writes =
        tracked(
            Timer.builder("pawl.batch.duration")
                .description("Time to write a batch of commits to the database.")
                .serviceLevelObjectives(WRITE_BUCKETS)
                .register(registry));
    this.batches =
        tracked(
            DistributionSummary.builder("pawl.batch.commits")
                .description("Commits per batch.")
                .serviceLevelObjectives(BATCH_BUCKETS)
                .register(registry));
  }

  @Override
  public void handlerReturned(String resource, HandlerOutcome outcome, Duration duration) {
    handlers.timer(resource, outcome).record(duration);
  }

  @Override
  public void batchWritten(int commits, Duration duration) {
    writes.record(duration);
    batches.record(commits);
  }

  @Override
  public void executionEnded(String flow, Status status, Duration duration) {
    executions.timer(flow, status).record(duration);
  }

  /** Registers the counters and queue lengths of a node that has started. */
  public void bind(Node node) {
    NodeMetrics metrics = node.metrics();
    counter(metrics, "executions.started", "Executions started.", NodeMetrics::started);
    counter(
        metrics,
        "starts.refused",
        "Starts refused because too many commits were waiting.",
        NodeMetrics::startsRefused);
    counter(metrics, "work.offered", "Tasks offered to remote workers.", NodeMetrics::offered);
    counter(metrics, "commits", "Durable commits of executions.", NodeMetrics::commits);
    counter(metrics, "facts", "Facts written to the journal.", NodeMetrics::facts);
    counter(metrics, "commits.refused", "Commits refused by the store.", NodeMetrics::refused);
    for (Status status : metrics.ended().keySet()) {
      tracked(
          FunctionCounter.builder(
                  "pawl.executions.ended", metrics, m -> m.ended().getOrDefault(status, 0L))
              .description("Executions that ended on this node.")
              .tag("status", status.name())
              .register(registry));
    }
    for (StepStatus status : metrics.steps().keySet()) {
      tracked(
          FunctionCounter.builder("pawl.steps", metrics, m -> m.steps().getOrDefault(status, 0L))
              .description("Steps that ended on this node.")
              .tag("status", status.name())
              .register(registry));
    }
    gauge(node, "executions.held", "Executions in memory.", NodeLoad::executionsHeld);
    gauge(node, "commits.queued", "Commits that wait for a writer.", NodeLoad::commitsQueued);
    gauge(node, "handlers.running", "Handler calls in progress.", NodeLoad::handlersRunning);
    gauge(
        node,
        "breakers.open",
        "Circuit breakers that are not closed, on all nodes.",
        NodeLoad::breakersOpen);
    gauge(node, "handlers.waiting", "Handler calls not yet begun.", NodeLoad::handlersWaiting);
  }

  private void counter(
      NodeMetrics metrics, String name, String text, ToDoubleFunction<NodeMetrics> value) {
    tracked(
        FunctionCounter.builder("pawl." + name, metrics, value)
            .description(text)
            .register(registry));
  }

  private void gauge(Node node, String name, String text, ToDoubleFunction<NodeLoad> value) {
    tracked(
        Gauge.builder("pawl." + name, node, one -> value.applyAsDouble(one.load()))
            .description(text)
            .register(registry));
  }

  private <M extends Meter> M tracked(M meter) {
    meters.add(meter);
    return meter;
  }

  /** Removes all of these meters, so that another node can use the registry. */
  @Override
  public void close() {
    meters.forEach(registry::remove);
    executions.close();
    handlers.close();
  }
}
