package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Reports that tenants have used 80 or 95 percent of a quota. */
public final class QuotaWarnings {

  private static final System.Logger LOG = System.getLogger(QuotaWarnings.class.getName());

  private static final List<Integer> PERCENTS = List.of(80, 95);

  private final List<Consumer<QuotaWarning>> listeners = new CopyOnWriteArrayList<>();

  /**
   * A tenant has used so many percent of a quota.
   *
   * @param quota the field of the quota in the limits of the tenant
   * @param period the day that the count is about; today if it has no period
   */
  public record QuotaWarning(
      TenantId tenant, String quota, String period, int percent, long current, int limit) {}

  /** Adds a listener; a warning may come once from each node. */
  public void onWarning(Consumer<QuotaWarning> listener) {
    listeners.add(listener);
  }

  /** Reports the thresholds between two counts. */
  public void changed(
      TenantId tenant, String quota, String period, long before, long current, int limit) {
    for (int percent : PERCENTS) {
      long threshold = (long) limit * percent;
      if (before * 100 < threshold && current * 100 >= threshold) {
        QuotaWarning warning = new QuotaWarning(tenant, quota, period, percent, current, limit);
        listeners.forEach(listener -> report(listener, warning));
      }
    }
  }

  /** What has used the quota has happened: a warning that cannot be reported must not fail it. */
  private static void report(Consumer<QuotaWarning> listener, QuotaWarning warning) {
    try {
      listener.accept(warning);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "not reported: " + warning, e);
    }
  }
}
