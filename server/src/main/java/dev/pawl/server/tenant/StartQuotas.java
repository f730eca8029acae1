package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.query.StartUsage;
import dev.pawl.postgres.query.StartUsage.StartQuota;
import dev.pawl.server.access.Caller;
import dev.pawl.server.guard.TokenBucket;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.problem.QuotaExceededException;
import dev.pawl.triggers.launch.InboundWebhook;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Limits the starts of a tenant per minute and node, and per day. The daily count is exact to what
 * the other nodes have started within the last second. Warns when 80 and 95 percent are used.
 */
public final class StartQuotas implements HandlerInterceptor {

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int SECONDS_PER_MINUTE = 60;

  private final Counts usage;
  private final LongSupplier clock;
  private final Map<TenantId, Counted> counted = new ConcurrentHashMap<>();
  private final QuotaWarnings warnings;

  StartQuotas(StartUsage usage, QuotaWarnings warnings) {
    this(
        new Counts() {
          @Override
          public StartQuota read(TenantId tenant) {
            return usage.read(tenant);
          }

          @Override
          public void add(TenantId tenant, long starts) {
            usage.add(tenant, starts);
          }
        },
        warnings,
        System::nanoTime);
  }

  /**
   * @param clock the time in nanoseconds
   */
  StartQuotas(Counts usage, QuotaWarnings warnings, LongSupplier clock) {
    this.usage = usage;
    this.warnings = warnings;
    this.clock = clock;
  }

  /** The counts of all nodes. */
  interface Counts {

    /** Reads the quotas and the count of today. */
    StartQuota read(TenantId tenant);

    /** Adds starts to the count of today. */
    void add(TenantId tenant, long starts);
  }

  /** The state of one tenant on this node; guarded by itself. */
  private static final class Counted {
    private StartQuota quota = StartQuota.NONE;
    private long readAt;
    private boolean isRead;
    private long unwritten;
    private long held;
    private TokenBucket minute = new TokenBucket(1, 1, 0);
  }

  /**
   * Takes a start from the quotas.
   *
   * @throws ApiException if the tenant has used up its starts of this minute
   * @throws QuotaExceededException if it has used up its starts of this day
   */
  public void take(TenantId tenant) {
    check(tenant);
    count(tenant, 1);
  }

  /**
   * Checks that the quotas allow one more start, and counts nothing.
   *
   * @throws ApiException if the tenant has used up its starts of this minute
   * @throws QuotaExceededException if it has used up its starts of this day
   */
  public void check(TenantId tenant) {
    Counted state = counted.computeIfAbsent(tenant, none -> new Counted());
    synchronized (state) {
      requireRoom(tenant, state);
    }
  }

  /**
   * Keeps room for a start that may turn out to be a repetition, which uses no quota.
   *
   * @throws ApiException if the tenant has used up its starts of this minute
   * @throws QuotaExceededException if it has used up its starts of this day
   */
  public InboundWebhook.HeldStart hold(TenantId tenant) {
    Counted state = counted.computeIfAbsent(tenant, none -> new Counted());
    synchronized (state) {
      requireRoom(tenant, state);
      state.held++;
      Optional<TokenBucket> minute = Optional.empty();
      if (state.quota.perMinute().isPresent() && state.minute.take(clock.getAsLong())) {
        minute = Optional.of(state.minute);
      }
      return new Held(tenant, state, minute);
    }
  }

  /**
   * A start that is kept room for.
   *
   * <p>Counting it does not read the database, since the start has happened and must not fail.
   */
  private final class Held implements InboundWebhook.HeldStart {

    private final TenantId tenant;
    private final Counted state;
    private final Optional<TokenBucket> minute;
    private boolean isCounted;

    /**
     * @param minute the bucket that a token was taken from; empty without such a limit
     */
    Held(TenantId tenant, Counted state, Optional<TokenBucket> minute) {
      this.tenant = tenant;
      this.state = state;
      this.minute = minute;
    }

    @Override
    public void count() {
      isCounted = true;
      StartQuotas.this.add(tenant, state, 1);
    }

    @Override
    public void close() {
      synchronized (state) {
        state.held--;
      }
      if (!isCounted) {
        minute.ifPresent(TokenBucket::giveBack);
      }
    }
  }

  private void requireRoom(TenantId tenant, Counted state) {
    refresh(tenant, state);
    StartQuota quota = state.quota;
    if (quota.perMinute().isPresent() && state.minute.isEmpty(clock.getAsLong())) {
      throw ApiException.tooMany(
          "too-many-starts",
          "this tenant may start %d executions per minute on a node; try again in a few seconds"
              .formatted(quota.perMinute().getAsInt()));
    }
    long current = quota.today() + state.unwritten + state.held;
    if (quota.perDay().isPresent() && current >= quota.perDay().getAsInt()) {
      throw new QuotaExceededException(
          "this tenant has started %d executions today and may start %d per day (UTC); an administrator of the platform can raise startsPerDay"
              .formatted(current, quota.perDay().getAsInt()),
          current,
          quota.perDay().getAsInt());
    }
  }

  /** Counts starts; those of one event are counted after it, and may exceed a quota. */
  public void count(TenantId tenant, int starts) {
    Counted state = counted.computeIfAbsent(tenant, none -> new Counted());
    synchronized (state) {
      refresh(tenant, state);
      for (int i = 0; i < starts && state.quota.perMinute().isPresent(); i++) {
        state.minute.take(clock.getAsLong());
      }
    }
    add(tenant, state, starts);
  }

  /** Adds starts to the count of the day, which a later call writes. */
  private void add(TenantId tenant, Counted state, int starts) {
    StartQuota quota;
    long before;
    synchronized (state) {
      quota = state.quota;
      if (quota.perDay().isEmpty()) {
        return;
      }
      before = quota.today() + state.unwritten;
      state.unwritten += starts;
    }
    warnings.changed(
        tenant, "startsPerDay", quota.day(), before, before + starts, quota.perDay().getAsInt());
  }

  private void refresh(TenantId tenant, Counted state) {
    long now = clock.getAsLong();
    if (state.isRead && now - state.readAt < MAX_AGE_NANOS) {
      return;
    }
    if (state.unwritten > 0) {
      usage.add(tenant, state.unwritten);
      state.unwritten = 0;
    }
    StartQuota read = usage.read(tenant);
    if (!state.isRead || !read.perMinute().equals(state.quota.perMinute())) {
      int perMinute = read.perMinute().orElse(1);
      state.minute = new TokenBucket((double) perMinute / SECONDS_PER_MINUTE, perMinute, now);
    }
    state.quota = read;
    state.readAt = now;
    state.isRead = true;
  }

  /** Writes the counts that no start has written yet. */
  void flush() {
    counted.forEach(
        (tenant, state) -> {
          synchronized (state) {
            if (state.unwritten > 0) {
              refresh(tenant, state);
            }
          }
        });
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getMethod().equals("POST")) {
      take(Caller.current().orElseThrow().tenant());
    }
    return true;
  }
}
