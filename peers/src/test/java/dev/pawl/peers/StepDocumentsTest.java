package dev.pawl.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StepDocumentsTest {

  @Test
  void shouldReturnTheSame500BytesInEveryStep() {
    assertThat(Workload.W1.result(0).getBytes(StandardCharsets.UTF_8)).hasSize(500);
    assertThat(Workload.W1.result(4)).isEqualTo(Workload.W1.result(0));
  }

  @Test
  void shouldReturn64KilobytesOfWhichFivePercentChanged() {
    for (int step = 1; step < Workload.W4.steps(); step++) {
      byte[] before = Workload.W4.result(step - 1).getBytes(StandardCharsets.UTF_8);
      byte[] after = Workload.W4.result(step).getBytes(StandardCharsets.UTF_8);

      assertThat(after).hasSize(64 * 1024).hasSameSizeAs(before);
      assertThat(changedLines(before, after)).isBetween(0.045, 0.055);
    }
  }

  private static double changedLines(byte[] before, byte[] after) {
    String[] old = new String(before, StandardCharsets.UTF_8).split("},");
    String[] changedText = new String(after, StandardCharsets.UTF_8).split("},");
    int changed = 0;
    for (int i = 0; i < old.length; i++) {
      changed += old[i].equals(changedText[i]) ? 0 : 1;
    }
    return (double) changed / old.length;
  }
}
