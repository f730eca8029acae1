package dev.pawl.server.activity;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.FlowRunStats;
import dev.pawl.postgres.query.FlowRunStats.RunCount;
import dev.pawl.postgres.query.FlowRunStats.SampleRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Reads the statistics of a flow, and keeps what its states did for half a minute. */
final class VersionRuns {

  /** Number of executions that did not fail of which the states are read. */
  private static final int MAX_OTHER = 100;

  /** Number of failed executions of which the states are read. */
  private static final int MAX_FAILED = 50;

  /** Executions with more facts are not sampled. */
  private static final int MAX_FACTS = 500;

  private static final Duration KEPT = Duration.ofSeconds(30);
  private static final int MAX_KEPT = 200;

  private final TenantDatabase tenanted;
  private final ExecutionControl control;
  private final Map<SampleKey, KeptSample> kept = new ConcurrentHashMap<>();

  VersionRuns(TenantDatabase tenanted, ExecutionControl control) {
    this.tenanted = tenanted;
    this.control = control;
  }

  private record SampleKey(TenantId tenant, String flow, int version, int days) {}

  private record KeptSample(StateSample sample, long nanos) {}

  /** Returns the counts of all versions together, and then those of each version. */
  List<RunCount> totals(TenantId tenant, String flow, Instant since) {
    return tenanted
        .of(tenant)
        .use(connection -> FlowRunStats.totals(connection, tenant, flow, since));
  }

  /**
   * Returns what the states of a version did.
   *
   * @param count counts of the version, which weigh the sample
   */
  StateSample states(TenantId tenant, String flow, RunCount count, int days, Instant since) {
    int version = count.version().orElseThrow();
    SampleKey key = new SampleKey(tenant, flow, version, days);
    KeptSample known = kept.get(key);
    if (known != null && System.nanoTime() - known.nanos() < KEPT.toNanos()) {
      return known.sample();
    }
    StateSample sample = new StateSample();
    add(
        sample,
        tenant,
        new SampleRequest(flow, version, since, true, MAX_FAILED, MAX_FACTS),
        count.failures());
    add(
        sample,
        tenant,
        new SampleRequest(flow, version, since, false, MAX_OTHER, MAX_FACTS),
        count.runs() - count.failures());
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    kept.put(key, new KeptSample(sample, System.nanoTime()));
    return sample;
  }

  private void add(StateSample sample, TenantId tenant, SampleRequest request, int represented) {
    List<UUID> ids =
        tenanted.of(tenant).use(connection -> FlowRunStats.sample(connection, tenant, request));
    for (UUID id : ids) {
      control
          .reader()
          .find(new ExecutionKey(tenant, new ExecutionId(id)))
          .ifPresent(
              found -> {
                double weight = Math.max(1, (double) represented / ids.size());
                try {
                  control
                      .reader()
                      .timelines()
                      .read(
                          found.info(),
                          reader -> {
                            sample.add(reader.timeline(), weight);
                            return id;
                          });
                } catch (IncidentException unreadable) {
                  // One history that cannot be read does not hide the others.
                }
              });
    }
  }
}
