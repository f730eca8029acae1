package dev.pawl.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.EmbeddedPostgresServer;
import dev.pawl.chaos.cluster.TemporaryFolders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Short forms of the attacks on servers, in sequence on the same three processes. */
class HttpScenariosTest {

  private static final long SEED = 20_260_101;

  @Test
  void shouldKeepAllInvariantsOverHttp() throws Exception {
    Path data = TemporaryFolders.open();
    Path evidence = Path.of("target", "evidence", "http").toAbsolutePath();
    try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(data)) {
      Scenario scenario = Scenarios.named("http").orElseThrow();

      ScenarioReport report =
          within(
              Duration.ofMinutes(9),
              () -> scenario.run(new ScenarioContext(server, evidence, SEED, true, Duration.ZERO)));

      assertThat(report.violations())
          .as("evidence in %s, %s", evidence, report.note())
          .extracting(InvariantViolation::toString)
          .isEmpty();
    } finally {
      TemporaryFolders.delete(data);
    }
  }

  private interface Attack {
    ScenarioReport run() throws Exception;
  }

  /** Fails with a thread dump after the timeout, because some build machines show nothing else. */
  private static ScenarioReport within(Duration time, Attack attack) throws Exception {
    FutureTask<ScenarioReport> task = new FutureTask<>(attack::run);
    Thread thread = Thread.ofPlatform().name("attack").start(task);
    try {
      return task.get(time.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      List<StackTraceElement> where = List.of(thread.getStackTrace());
      thread.interrupt();
      thread.join(Duration.ofMinutes(1));
      throw new AssertionError("after %s it is still at %s".formatted(time, where), e);
    }
  }
}
