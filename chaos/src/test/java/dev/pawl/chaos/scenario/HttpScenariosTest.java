package dev.pawl.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.EmbeddedServer;
import dev.pawl.chaos.cluster.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The short forms of the attacks on servers, one after the other on the same three processes. */
class HttpScenariosTest {

  private static final long SEED = 20_260_101;

  @Test
  void shouldKeepEveryPromiseOverHttp() throws Exception {
    Path data = Folders.open();
    Path evidence = Path.of("target", "evidence", "http").toAbsolutePath();
    try (EmbeddedServer server = EmbeddedServer.start(data)) {
      Scenario scenario = Scenarios.named("http").orElseThrow();

      Report report =
          within(
              Duration.ofMinutes(6),
              () -> scenario.run(new Arena(server, evidence, SEED, true, Duration.ZERO)));

      assertThat(report.violations())
          .as("evidence in %s, %s", evidence, report.note())
          .extracting(Violation::toString)
          .isEmpty();
    } finally {
      Folders.delete(data);
    }
  }

  private interface Attack {
    Report run() throws Exception;
  }

  /** Fails with where it hangs, since that is all that some build machines show. */
  private static Report within(Duration time, Attack attack) throws Exception {
    FutureTask<Report> task = new FutureTask<>(attack::run);
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
