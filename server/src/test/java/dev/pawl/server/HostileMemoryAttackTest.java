package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Attack test 47, second part: refused input is not retained in memory. */
@Isolated("it looks at how much memory is used")
class HostileMemoryAttackTest {

  private static final int ROUNDS = 20;

  @Test
  void shouldStoreNothingOfARefusedRequest_47() throws Exception {
    List<String> inputs = new ArrayList<>(HostileInputAttackTest.hostileInputs().keySet());
    inputs.add(Json.of("x".repeat(256 * 1024 + 1)).toString());
    inputs.add(Json.of("x".repeat(10 * 1024 * 1024)).toString());
    try (OneServer.Running running = OneServer.Running.start()) {
      HostileInputAttackTest.pass(running, "flat");
      refuseAll(running, inputs);
      long before = Heap.used();

      for (int i = 0; i < ROUNDS; i++) {
        refuseAll(running, inputs);
      }

      assertThat(Heap.used() - before).isLessThan(Heap.slack(before));
      assertThat(HostileInputAttackTest.ended(running, "flat", "1").text("status"))
          .isEqualTo("SUCCEEDED");
    }
  }

  private static void refuseAll(OneServer.Running running, List<String> inputs) throws Exception {
    for (String input : inputs) {
      assertThat(HostileInputAttackTest.ended(running, "flat", input).status()).isBetween(400, 413);
    }
  }
}
