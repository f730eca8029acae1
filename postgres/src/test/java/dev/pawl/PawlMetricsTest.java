package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PawlMetricsTest {

  private static final Duration AT_MOST = Duration.ofSeconds(30);

  private final MeterRegistry registry = new SimpleMeterRegistry();

  @TempDir Path folder;

  @Test
  void shouldMeasureExecutionsStepsAndHandlers() throws Exception {
    try (Pawl pawl =
        Pawl.embedded(folder)
            .handler("greet", call -> Json.of("Hello"))
            .handler(
                "fail",
                call -> {
                  throw new HandlerException("Broken", "always");
                })
            .metrics(registry)
            .start()) {
      pawl.deploy("hello", flow("greet"));
      pawl.deploy("broken", flow("fail"));

      pawl.await(pawl.start("hello", JsonObject.EMPTY), AT_MOST).orElseThrow();
      pawl.await(pawl.start("broken", JsonObject.EMPTY), AT_MOST).orElseThrow();

      assertThat(registry.get("pawl.executions.started").functionCounter().count()).isEqualTo(2);
      assertThat(timed("pawl.execution.duration", "flow", "hello", "status", "succeeded"))
          .isEqualTo(1);
      assertThat(timed("pawl.execution.duration", "flow", "broken", "status", "failed"))
          .isEqualTo(1);
      assertThat(timed("pawl.handler.duration", "resource", "greet", "outcome", "succeeded"))
          .isEqualTo(1);
      assertThat(timed("pawl.handler.duration", "resource", "fail", "outcome", "failed"))
          .isEqualTo(1);
      assertThat(registry.get("pawl.steps").tag("status", "FAILED").functionCounter().count())
          .isEqualTo(1);
      assertThat(timed("pawl.batch.duration")).isPositive();
      assertThat(registry.get("pawl.commits.queued").gauge().value()).isZero();
    }

    assertThat(registry.getMeters()).isEmpty();
  }

  private long timed(String name, String... tags) {
    return registry.get(name).tags(tags).timer().count();
  }

  private static String flow(String resource) {
    return "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Task\", \"Resource\": \"%s\", \"End\": true}}}"
        .formatted(resource);
  }
}
