package dev.pawl.engine.node.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeOptionsTest {

  private static final long MEGABYTE = 1024 * 1024;

  @Test
  void shouldLimitExecutionsByHeapSize() {
    assertThat(NodeOptions.ownedFor(256 * MEGABYTE)).isEqualTo(4_096);
  }

  @Test
  void shouldKeepTheDefaultLimitWithinBounds() {
    assertThat(NodeOptions.ownedFor(8 * MEGABYTE)).isEqualTo(500);
    assertThat(NodeOptions.ownedFor(Long.MAX_VALUE)).isEqualTo(20_000);
  }

  private static final NodeOptions DEFAULT = NodeOptions.DEFAULT;

  @Test
  void shouldRefuseLimitsBelowOne() {
    assertThatThrownBy(() -> DEFAULT.withMaxOwned(0)).hasMessageContaining("maxOwned 0");
    assertThatThrownBy(() -> DEFAULT.withMaxCalls(0)).hasMessageContaining("maxCalls 0");
    assertThatThrownBy(() -> DEFAULT.withMaxQueued(-1)).hasMessageContaining("maxQueued -1");
  }

  @Test
  void shouldRefuseNegativeGraceAndZeroRetention() {
    assertThatThrownBy(() -> DEFAULT.withGrace(Duration.ofSeconds(-1)))
        .hasMessageContaining("grace PT-1S");
    assertThatThrownBy(() -> DEFAULT.withRetention(Duration.ZERO))
        .hasMessageContaining("retention: PT0S must be longer than zero");
  }
}
