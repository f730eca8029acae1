package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

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
}
