package dev.pawl.postgres.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitKindTextTest {

  @Test
  void shouldReadWhatItWrote() {
    for (List<String> kinds :
        List.of(
            List.<String>of(),
            List.of("child"),
            List.of("event:paid", "timer"),
            List.of("event:a,b", "event:\\", "event:\\,", ""))) {
      assertThat(WaitKindText.read(WaitKindText.write(kinds))).isEqualTo(kinds);
    }
    assertThat(WaitKindText.write(List.of("child"))).isEqualTo("child");
  }
}
