package dev.pawl.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.EmbeddedServer;
import dev.pawl.chaos.cluster.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short forms of the scenarios, on real processes and one server. */
class ScenariosTest {

  private static final long SEED = 20_260_101;

  private static Path data;
  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws Exception {
    data = Folders.open();
    server = EmbeddedServer.start(data);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    Folders.delete(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3", "4", "5", "6", "9", "20", "36", "38", "38-module", "calm"})
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void shouldKeepEveryPromise(String name) throws Exception {
    Path evidence = Path.of("target", "evidence", name).toAbsolutePath();

    Report report =
        Scenarios.named(name)
            .orElseThrow()
            .run(new Arena(server, evidence, SEED, true, Duration.ZERO));

    assumeTrue(report.skipped().isEmpty(), () -> report.skipped().orElse(""));
    assertThat(report.violations())
        .as("scenario %s, evidence in %s, %s", name, evidence, report.note())
        .extracting(Violation::toString)
        .isEmpty();
  }
}
