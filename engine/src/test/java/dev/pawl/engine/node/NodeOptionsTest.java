package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeOptionsTest {

  private static final long MEGABYTE = 1024 * 1024;

  @Test
  void shouldHoldNoMoreExecutionsThanTheHeapHasRoomFor() {
    assertThat(NodeOptions.roomIn(256 * MEGABYTE)).isEqualTo(4_096);
  }

  @Test
  void shouldKeepWithinBoundsWhateverTheHeap() {
    assertThat(NodeOptions.roomIn(8 * MEGABYTE)).isEqualTo(500);
    assertThat(NodeOptions.roomIn(Long.MAX_VALUE)).isEqualTo(20_000);
  }

  private static final NodeOptions DEFAULT = NodeOptions.DEFAULT;

  @Test
  void shouldRefuseANodeThatCouldDoNothing() {
    assertThatThrownBy(() -> DEFAULT.withMaxOwned(0)).hasMessageContaining("maxOwned 0");
    assertThatThrownBy(() -> DEFAULT.withMaxCalls(0)).hasMessageContaining("maxCalls 0");
    assertThatThrownBy(() -> DEFAULT.withMaxQueued(-1)).hasMessageContaining("maxQueued -1");
  }

  @Test
  void shouldRefuseTimesThatMakeNoSense() {
    assertThatThrownBy(() -> DEFAULT.withGrace(Duration.ofSeconds(-1)))
        .hasMessageContaining("grace PT-1S");
    assertThatThrownBy(() -> DEFAULT.withRetention(Duration.ZERO))
        .hasMessageContaining("forget everything at once");
  }
}
