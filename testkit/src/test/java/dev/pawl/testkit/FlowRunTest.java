package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowRunTest {

  private static final String ORDER =
      """
      StartAt: Charge
      States:
        Charge: {Type: Task, Resource: charge, Next: Wait a day}
        Wait a day: {Type: Wait, Seconds: 86400, Next: Ship}
        Ship: {Type: Task, Resource: ship, End: true}
      """;

  @TempDir Path folder;

  @Test
  void shouldRunTheExampleOfThePackage() throws IOException {
    Path file = Files.writeString(folder.resolve("order.asl.yaml"), ORDER);

    FlowRun run =
        FlowRun.of(file)
            .handler("charge", call -> Json.of("paid"))
            .handler("ship", call -> Json.of("on its way"))
            .start("{\"amount\": 5}");

    run.assertWaiting();
    run.elapse(Duration.ofDays(1)).assertSucceeded("\"on its way\"");
    run.assertTrace("Charge SUCCEEDED", "Wait a day SUCCEEDED", "Ship SUCCEEDED");
    assertThat(run.steps())
        .hasSize(3)
        .allSatisfy(step -> assertThat(step.status()).isEqualTo(StepStatus.SUCCEEDED));
  }

  @Test
  void shouldTellWhatWasExpectedAndWhatHappened() {
    FlowRun run =
        FlowRun.of(ORDER)
            .handler(
                "charge",
                call -> {
                  throw new HandlerException("Declined", "no money");
                })
            .start("{}");

    run.assertFailed("Declined");
    assertThatThrownBy(() -> run.assertSucceeded("1"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "expected output 1 but it is FAILED with"
                + " {\"Error\":\"Declined\",\"Cause\":\"no money\"}; steps: [Charge FAILED]");
    assertThatThrownBy(() -> run.assertFailed("Other")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(run::assertWaiting).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> run.assertTrace("Ship SUCCEEDED"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("expected steps [Ship SUCCEEDED]");
  }
}
