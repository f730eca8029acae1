package dev.pawl.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowStartState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ActiveVersionsTest {

  private final Deque<Integer> actives = new ArrayDeque<>(List.of(1, 2));
  private Runnable duringRead = () -> {};
  private final ActiveVersions versions =
      new ActiveVersions(
          (tenant, flow) -> {
            int active = actives.remove();
            duringRead.run();
            return new FlowStartState(
                flow, OptionalInt.of(active), Priority.NORMAL, false, false, 0, active);
          });

  private int started() {
    return versions.requireVersion(TenantId.DEFAULT, "order", Optional.empty()).version();
  }

  @Test
  void shouldUseCachedKeysUntilAChange() {
    assertThat(started()).isEqualTo(1);
    assertThat(started()).isEqualTo(1);

    versions.clearCache();

    assertThat(started()).isEqualTo(2);
  }

  @Test
  void shouldNotCacheTheAbsenceOfAVersion() {
    assertThat(started()).isEqualTo(1);

    assertThat(versions.requireVersion(TenantId.DEFAULT, "order", Optional.of(2)).version())
        .isEqualTo(2);
  }

  @Test
  void shouldNotCacheAValueReadBeforeAChange() {
    duringRead = versions::clearCache;
    assertThat(started()).isEqualTo(1);
    duringRead = () -> {};

    assertThat(started()).isEqualTo(2);
  }
}
