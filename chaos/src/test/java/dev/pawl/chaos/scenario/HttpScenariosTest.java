package dev.pawl.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.EmbeddedServer;
import dev.pawl.chaos.cluster.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short forms of the attacks on servers, one after the other on the same three processes. */
class HttpScenariosTest {

  private static final long SEED = 20_260_101;

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromiseOverHttp() throws Exception {
    Path data = Folders.open();
    Path evidence = Path.of("target", "evidence", "http").toAbsolutePath();
    try (EmbeddedServer server = EmbeddedServer.start(data)) {
      Report report =
          Scenarios.named("http")
              .orElseThrow()
              .run(new Arena(server, evidence, SEED, true, Duration.ZERO));

      assertThat(report.violations())
          .as("evidence in %s, %s", evidence, report.note())
          .extracting(Violation::toString)
          .isEmpty();
    } finally {
      Folders.delete(data);
    }
  }
}
