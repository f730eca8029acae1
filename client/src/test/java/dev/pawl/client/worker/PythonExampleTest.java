package dev.pawl.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The worker that is shown to people who do not write Java. */
class PythonExampleTest {

  private static final Path EXAMPLE =
      Path.of(System.getProperty("pawl.root"), "examples", "worker.py");

  @Test
  void shouldWorkKeepItsLeaseAndReportFailures() throws Exception {
    assumeTrue(hasPython(), "there is no python3");
    try (FakeServer server = new FakeServer()) {
      server.offer("t1", "brew", Map.of("guest", "Ada", "seconds", 8));
      server.offer("t2", "brew", Map.of("seconds", 0));
      Process python = python(server);
      try {
        Json first = server.outcomes.poll(60, TimeUnit.SECONDS);
        Json second = server.outcomes.poll(60, TimeUnit.SECONDS);

        assertThat(first)
            .hasToString(
                "{\"body\":{\"output\":{\"cup\":\"tea\",\"guest\":\"Ada\"}},\"token\":\"t1\"}");
        assertThat(server.heartbeats.poll()).hasToString("{\"body\":{},\"token\":\"t1\"}");
        assertThat(second)
            .hasToString(
                "{\"body\":{\"error\":\"KeyError\",\"cause\":\"'guest'\"},\"token\":\"t2\"}");
      } finally {
        python.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void shouldSendHeartbeatsAtTheIntervalOfTheStepUntilItEnds() throws Exception {
    assumeTrue(hasPython(), "there is no python3");
    try (FakeServer server = new FakeServer()) {
      server.heartbeatSeconds = 1;
      server.offer("t1", "brew", Map.of("guest", "Ada", "seconds", 5));
      server.gone.add("t2");
      server.offer("t2", "brew", Map.of("guest", "Bob", "seconds", 2));
      Process python = python(server);
      try {
        server.outcomes.poll(60, TimeUnit.SECONDS);
        assertThat(server.heartbeats).hasSizeGreaterThan(5);
        server.outcomes.poll(60, TimeUnit.SECONDS);

        assertThat(server.heartbeats.stream().filter(beat -> beat.toString().contains("t2")))
            .hasSize(1);
      } finally {
        python.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void shouldReportARejectedOutcomeAsAFailure() throws Exception {
    assumeTrue(hasPython(), "there is no python3");
    try (FakeServer server = new FakeServer()) {
      server.longest = 300;
      server.offer("t1", "brew", Map.of("guest", "A".repeat(300), "seconds", 0));
      Process python = python(server);
      try {
        assertThat(server.outcomes.poll(60, TimeUnit.SECONDS).toString())
            .contains("Worker.OutcomeRefused");
      } finally {
        python.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void shouldReturnItsTaskWhenAskedToStop() throws Exception {
    assumeTrue(hasPython(), "there is no python3");
    try (FakeServer server = new FakeServer()) {
      server.heartbeatSeconds = 1;
      server.offer("t1", "brew", Map.of("guest", "Ada", "seconds", 3600));
      Process python = python(server);
      try {
        server.heartbeats.poll(60, TimeUnit.SECONDS);
        python.destroy();

        assertThat(server.releases.poll(60, TimeUnit.SECONDS)).isEqualTo("t1");
        assertThat(python.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.outcomes).isEmpty();
      } finally {
        python.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void shouldBeShort() throws Exception {
    assertThat(Files.readAllLines(EXAMPLE)).hasSizeLessThanOrEqualTo(60);
  }

  private static Process python(FakeServer server) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("python3", EXAMPLE.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(Map.of("PAWL_URL", server.url(), "PAWL_KEY", "secret"));
    return builder.start();
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
