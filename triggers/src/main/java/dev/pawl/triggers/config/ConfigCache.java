package dev.pawl.triggers.config;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.secret.WebhookSecrets;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.BindingTable;
import dev.pawl.triggers.binding.CompiledBinding;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * Holds the triggers of all tenants that this node has used, and reads those again that changed.
 * Events are matched without a query. What the cache says may be old; the epoch of a start decides.
 */
public final class ConfigCache {

  private static final System.Logger LOG = System.getLogger(ConfigCache.class.getName());

  /** The interval of the polls. */
  public static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /** A node that has not polled for so long polls before it decides. */
  private static final long MAX_AGE_NANOS = ConfigChanges.MAX_PROPAGATION.toNanos();

  // Epochs commit in their order, so that none below the highest one is missed.
  private static final String CHANGED =
      "select c.tenant, c.epoch from pawl.tenant_config c where c.epoch > ? order by c.epoch";

  private static final String EPOCH = "select c.epoch from pawl.tenant_config c where c.tenant = ?";

  private static final String REPORT =
      "update pawl.node set config_epoch = ? where id = ? and config_epoch is distinct from ?";

  /** Below the epoch of a tenant without triggers, which is 0. */
  private static final long NO_EPOCH = -1;

  private final ConnectionTemplate jdbc;
  private final IntSupplier node;
  private final RuntimeClock clock;
  private final Map<TenantId, TenantTriggers> tables = new ConcurrentHashMap<>();
  private final Map<TenantId, ReentrantLock> reading = new ConcurrentHashMap<>();
  private final ReentrantLock polling = new ReentrantLock();
  private volatile long lastPoll;
  private long lastEpoch;
  private Reported reported = new Reported(0, -1);

  private record Reported(int node, long epoch) {}

  private record Change(int tenant, long epoch) {}

  /**
   * Creates an empty cache.
   *
   * @param jdbc unrestricted access: one poll serves all tenants
   * @param node returns the number of this node, which changes when it joins again
   */
  public ConfigCache(ConnectionTemplate jdbc, IntSupplier node, RuntimeClock clock) {
    this.jdbc = jdbc;
    this.node = node;
    this.clock = clock;
    this.lastPoll = clock.nanos() - MAX_AGE_NANOS - 1;
  }

  /** Returns the triggers of a tenant; reads them only if this node has not used them before. */
  public TenantTriggers of(TenantId tenant) {
    if (clock.nanos() - lastPoll > MAX_AGE_NANOS) {
      poll();
    }
    TenantTriggers known = tables.get(tenant);
    return known == null ? newerThan(tenant, NO_EPOCH) : known;
  }

  /**
   * Returns triggers that are newer than those of a start that was refused as stale. Of many
   * callers at once one reads, and the others take what it has read.
   */
  public TenantTriggers newerThan(TenantId tenant, long staleEpoch) {
    ReentrantLock lock = reading.computeIfAbsent(tenant, none -> new ReentrantLock());
    lock.lock();
    try {
      TenantTriggers known = tables.get(tenant);
      return known == null || known.epoch() <= staleEpoch ? reload(tenant) : known;
    } finally {
      lock.unlock();
    }
  }

  /** Reads the triggers of a tenant again. */
  public TenantTriggers reload(TenantId tenant) {
    TenantTriggers read = jdbc.use(connection -> read(connection, tenant));
    return tables.merge(tenant, read, (one, other) -> one.epoch() > other.epoch() ? one : other);
  }

  /** Reads the triggers that have changed since the last poll, and reports that to other nodes. */
  public void poll() {
    polling.lock();
    try {
      long started = clock.nanos();
      List<Change> changes =
          jdbc.use(
              connection ->
                  Rows.list(
                      connection,
                      CHANGED,
                      row -> new Change(row.getInt(1), row.getLong(2)),
                      lastEpoch));
      for (Change change : changes) {
        TenantId tenant = new TenantId(change.tenant);
        if (tables.containsKey(tenant)) {
          reload(tenant);
        }
        lastEpoch = change.epoch;
      }
      lastPoll = started;
      report();
    } finally {
      polling.unlock();
    }
  }

  private void report() {
    Reported now = new Reported(node.getAsInt(), lastEpoch);
    if (!now.equals(reported)) {
      jdbc.update(REPORT, now.epoch, now.node, now.epoch);
      reported = now;
    }
  }

  // The epoch is read first: rows that are newer than it only make a start stale, never wrong.
  private static TenantTriggers read(Connection connection, TenantId tenant) throws SQLException {
    long epoch = Rows.first(connection, EPOCH, row -> row.getLong(1), tenant.value()).orElse(0L);
    List<CompiledBinding> bindings = new ArrayList<>();
    for (Binding binding : BindingStore.all(connection, tenant)) {
      try {
        bindings.add(CompiledBinding.compile(binding));
      } catch (IllegalArgumentException e) {
        LOG.log(
            Level.WARNING,
            "binding %s of tenant %s cannot be used: %s"
                .formatted(binding.id(), tenant, e.getMessage()));
      }
    }
    List<FlowTrigger> triggers = FlowTriggerStore.all(connection, tenant);
    return new TenantTriggers(
        epoch,
        new BindingTable(bindings),
        triggers.stream().collect(Collectors.toMap(FlowTrigger::flow, trigger -> trigger)),
        FlowTriggerStore.webhooks(triggers, WebhookSecrets.all(connection, tenant)).stream()
            .collect(Collectors.toMap(hook -> hook.rule().path(), hook -> hook)));
  }
}
