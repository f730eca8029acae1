package dev.pawl.server.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.query.StartUsage.StartQuota;
import dev.pawl.server.problem.ApiException;
import dev.pawl.triggers.launch.InboundWebhook.HeldStart;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Starts that are held count against the quotas until they are given back. */
class StartQuotasTest {

  private static final TenantId TENANT = TenantId.DEFAULT;

  private final AtomicBoolean isGone = new AtomicBoolean();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong now = new AtomicLong();

  private StartQuotas quotas(OptionalInt perMinute, OptionalInt perDay) {
    return new StartQuotas(
        new StartQuotas.Counts() {
          @Override
          public StartQuota read(TenantId tenant) {
            if (isGone.get()) {
              throw new UnavailableException("the database is gone", new IllegalStateException());
            }
            return new StartQuota(perMinute, perDay, 0, "2026-11-18");
          }

          @Override
          public void add(TenantId tenant, long starts) {
            if (isGone.get()) {
              throw new UnavailableException("the database is gone", new IllegalStateException());
            }
            written.addAndGet(starts);
          }
        },
        new QuotaWarnings(),
        now::get);
  }

  @Test
  void shouldNotHoldMoreStartsAtOnceThanAMinuteHas() {
    StartQuotas quotas = quotas(OptionalInt.of(2), OptionalInt.empty());

    HeldStart first = quotas.hold(TENANT);
    HeldStart second = quotas.hold(TENANT);

    assertThatThrownBy(() -> quotas.hold(TENANT))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("2 executions per minute");

    first.count();
    first.close();
    assertThatThrownBy(() -> quotas.hold(TENANT)).isInstanceOf(ApiException.class);

    second.close();
    quotas.hold(TENANT).close();
  }

  @Test
  void shouldCountAStartThatHasHappenedWithoutTheDatabase() {
    StartQuotas quotas = quotas(OptionalInt.empty(), OptionalInt.of(1));
    HeldStart held = quotas.hold(TENANT);
    isGone.set(true);
    now.addAndGet(Duration.ofMinutes(1).toNanos());

    held.count();
    held.close();

    isGone.set(false);
    quotas.flush();
    assertThat(written).hasValue(1);
  }
}
