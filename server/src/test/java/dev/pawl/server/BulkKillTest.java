package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A job whose node is killed in the middle of it goes on, and does nothing twice. */
@DisabledOnOs(OS.WINDOWS)
class BulkKillTest {

  private static final int EXECUTIONS = 600;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern ADDRESS = Pattern.compile("Pawl is up at (\\S+)");
  private static final String FAILS =
      "{\"code\": \"fails\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
          + " \"Fail\", \"Error\": \"Oops\"}}}}";

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (Process process : started) {
      process.destroy();
      process.waitFor();
    }
  }

  private record Up(Process process, Api api) {}

  private Up up() throws IOException {
    Path data = folder.resolve("data");
    Path out = Files.createTempFile(folder, "up", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--data",
            data.toString(),
            "--port",
            "0");
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    started.add(process);
    await(() -> Files.readString(out).contains("when it is started again."), process, out);
    Matcher address = ADDRESS.matcher(Files.readString(out));
    assertThat(address.find()).isTrue();
    String key = Files.readString(data.resolve("admin.key")).strip();
    return new Up(process, new Api(URI.create(address.group(1)), Optional.of(key)));
  }

  private interface Question {
    boolean isSo() throws IOException, InterruptedException;
  }

  private static void await(Question question, Process process, Path out) throws IOException {
    Instant limit = Instant.now().plus(PATIENCE);
    try {
      while (!question.isSo()) {
        assertThat(process.isAlive() && Instant.now().isBefore(limit))
            .as(Files.isRegularFile(out) ? Files.readString(out) : "")
            .isTrue();
        LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int number(Api.Answer job, String member) {
    return Integer.parseInt(job.text(member));
  }

  private static int count(Api api, String query) throws IOException, InterruptedException {
    int count = 0;
    String after = "";
    do {
      Json page = api.get("/api/flows/executions?flow=fails&limit=1000" + query + after).body();
      count += ((JsonArray) page.get("items").orElseThrow()).length();
      Json next = page.get("next").orElseThrow();
      after = next.kind().equals("null") ? "" : "&after=" + next.asText();
    } while (!after.isEmpty());
    return count;
  }

  @Test
  void shouldGoOnWithAJobWhoseNodeWasKilledAndStartNothingTwice() throws Exception {
    Up first = up();
    first.api().post("/api/flows?publish=true", FAILS);
    for (int i = 0; i < EXECUTIONS; i++) {
      assertThat(first.api().post("/api/flows/fails/execute", "{}").status()).isEqualTo(202);
    }
    await(() -> count(first.api(), "&status=FAILED") == EXECUTIONS, first.process(), folder);
    String job =
        first
            .api()
            .post(
                "/api/flows/executions/bulk",
                "{\"action\": \"retry\", \"filter\": {\"flow\": \"fails\"}}")
            .text("id");
    // Into the second page: what was done of it is not written down yet.
    await(() -> count(first.api(), "") > EXECUTIONS + 120, first.process(), folder);
    first.process().destroyForcibly().waitFor();

    Up second = up();
    int before = number(second.api().get("/api/jobs/" + job), "done");
    await(
        () -> second.api().get("/api/jobs/" + job).text("status").equals("DONE"),
        second.process(),
        folder);
    Api.Answer done = second.api().get("/api/jobs/" + job);

    assertThat(before).isLessThan(EXECUTIONS);
    assertThat(number(done, "done")).isEqualTo(EXECUTIONS);
    assertThat(number(done, "total")).isEqualTo(EXECUTIONS);
    assertThat(count(second.api(), "")).isEqualTo(2 * EXECUTIONS);
  }
}
