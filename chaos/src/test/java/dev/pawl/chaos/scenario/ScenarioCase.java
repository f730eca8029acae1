package dev.pawl.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.EmbeddedPostgresServer;
import dev.pawl.chaos.cluster.TemporaryFolders;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs short forms of scenarios on real processes and a database server per test class, so that
 * classes can run in parallel.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ScenarioCase {

  private static final long SEED = 20_260_101;

  private Path data;
  private EmbeddedPostgresServer server;

  @BeforeAll
  final void start() throws Exception {
    data = TemporaryFolders.open();
    server = EmbeddedPostgresServer.start(data);
  }

  @AfterAll
  final void stop() throws Exception {
    server.close();
    TemporaryFolders.delete(data);
  }

  final void assertNoViolations(String name) throws Exception {
    Path evidence = Path.of("target", "evidence", name).toAbsolutePath();

    ScenarioReport report =
        Scenarios.named(name)
            .orElseThrow()
            .run(new ScenarioContext(server, evidence, SEED, true, Duration.ZERO));

    assumeTrue(report.skipped().isEmpty(), () -> report.skipped().orElse(""));
    assertThat(report.violations())
        .as("scenario %s, evidence in %s, %s", name, evidence, report.note())
        .extracting(InvariantViolation::toString)
        .isEmpty();
  }
}
