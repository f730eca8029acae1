package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.PawlCommand;
import dev.pawl.client.PawlClient;
import dev.pawl.client.worker.Worker;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/** The worker client against a real server. */
@ExtendWith(OneServer.class)
@Execution(ExecutionMode.CONCURRENT)
class RemoteWorkTest {

  @TempDir private static Path folder;
  private static PawlServer server;
  private static Path keyFile;
  private static Commands commands;
  private static String key;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    server = running.server();
    keyFile = Files.writeString(folder.resolve("own.key"), running.tenant("remote-work"));
    commands = new Commands(server.address(), keyFile);
    key = commands.pawl("keys", "create", "hand", "--role", "worker").well().out().strip();
  }

  private static void deploy(String code, String resource, String more) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve(code + ".asl.json"),
            """
            {"StartAt": "Work", "States": {
              "Work": {"Type": "Task", "Resource": "%s", %s "End": true}}}
            """
                .formatted(resource, more));
    commands.pawl("deploy", file.toString(), "--publish").well();
  }

  @Test
  void shouldDoTheWorkOfAFlow() throws Exception {
    deploy("double", "double", "");

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker =
            client
                .worker()
                .serve("double", call -> Json.of(2 * call.input().get("n").orElseThrow().asLong()))
                .start()) {
      for (int n = 1; n <= 20; n++) {
        String input = "{\"n\": " + n + "}";
        Commands.Outcome outcome =
            commands.pawl("start", "double", "--input", input, "--wait", "--json").well();

        assertThat(outcome.text("output")).isEqualTo(Integer.toString(2 * n));
      }
      assertThat(worker.tasks()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void shouldGiveWorkersTheirSettingsAndListTheirEffects() throws Exception {
    deploy("settings", "crm", "\"Config\": {\"url\": \"https://crm.example/${$.id}\"},");

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker =
            client
                .worker()
                .serve(
                    "crm",
                    call -> {
                      String url = call.settings().get("url").orElseThrow().asText();
                      call.effect(new ExternalEffect("http", "POST " + url, "k-1", "201 Created"));
                      return Json.of(url);
                    })
                .start()) {
      Commands.Outcome outcome =
          commands.pawl("start", "settings", "--input", "{\"id\": 7}", "--wait", "--json").well();
      String id = outcome.text("id");

      assertThat(outcome.text("output")).isEqualTo("https://crm.example/7");
      assertThat(worker.tasks()).isLessThanOrEqualTo(1);
      assertThat(commands.pawl("effects", id).well().out())
          .contains("Work", "http", "POST https://crm.example/7", "k-1", "201 Created");
      assertThat(commands.pawl("effects", id, "--json").well().out())
          .contains("\"summary\"", "\"attempt\"", "/@1");
    }
  }

  @Test
  void shouldFailATaskWithAMissingSecretInsteadOfLeasingIt() throws Exception {
    deploy("secretless", "vault", "\"Config\": {\"auth\": \"{{ secret('gone') }}\"},");

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker = client.worker().serve("vault", call -> call.input()).start()) {
      Commands.Outcome outcome = commands.pawl("start", "secretless", "--wait", "--json");

      assertThat(outcome.out()).contains("Pawl.SecretMissing", "'gone'");
      assertThat(worker.tasks()).isZero();
    }
  }

  @Test
  void shouldFailAndRetryAsTheFlowDefines() throws Exception {
    deploy(
        "moody",
        "moody",
        "\"Retry\": [{\"ErrorEquals\": [\"Mood.Bad\"], \"IntervalSeconds\": 1}],");

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker =
            client
                .worker()
                .serve(
                    "moody",
                    call -> {
                      if (call.attempt() == 1) {
                        throw new HandlerException("Mood.Bad", "not now");
                      }
                      boolean isNamed =
                          call.idempotencyKey().equals(call.origin().execution() + ".1");
                      return JsonObject.of("attempt", Json.of(call.attempt()))
                          .with("isNamed", Json.of(isNamed));
                    })
                .start()) {
      String output = commands.pawl("start", "moody", "--wait", "--json").well().text("output");

      assertThat(output).contains("\"attempt\":2", "\"isNamed\":true");
      assertThat(worker.tasks()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void shouldInterruptTheWorkOfACancelledExecution() throws Exception {
    deploy("long", "long", "");
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker =
            client
                .worker()
                .serve(
                    "long",
                    call -> {
                      began.countDown();
                      try {
                        return Json.of(new CountDownLatch(1).await(1, TimeUnit.HOURS));
                      } catch (InterruptedException cancelled) {
                        interrupted.countDown();
                        throw cancelled;
                      }
                    })
                .lease(Duration.ofSeconds(5))
                .start()) {
      String id = commands.pawl("start", "long").well().out().strip();
      assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();

      commands.pawl("cancel", id).well();

      assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(worker.tasks()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void shouldWorkWithALineOfShell() throws Exception {
    deploy("upper", "upper", "");
    deploy("broken", "broken", "");
    StringWriter printed = new StringWriter();
    Thread upper = serve("upper", "tr a-z A-Z");
    Thread broken = serve("broken", "echo no luck >&2; exit 3", printed, "--json");
    try {
      assertThat(
              commands
                  .pawl("start", "upper", "--input", "\"hello\"", "--wait", "--json")
                  .well()
                  .text("output"))
          .isEqualTo("HELLO");

      Commands.Outcome failed = commands.pawl("start", "broken", "--wait");
      assertThat(failed.exitCode()).isEqualTo(1);
      assertThat(failed.out()).startsWith("FAILED Exec.Failed: exit code 3: no luck");
      assertThat(printed.toString())
          .startsWith("{\"execution\":\"")
          .endsWith(
              "\"flow\":\"broken\",\"step\":\"/@1\",\"attempt\":1,\"status\":\"FAILED\","
                  + "\"error\":\"Exec.Failed\",\"cause\":\"exit code 3: no luck\"}\n");
    } finally {
      upper.interrupt();
      broken.interrupt();
      upper.join();
      broken.join();
    }
  }

  @Test
  void shouldReportProgressToSubscribers() throws Exception {
    deploy("far", "far", "");
    CountDownLatch may = new CountDownLatch(1);

    try (PawlClient client = PawlClient.connect(server.address().toString(), key);
        Worker worker =
            client
                .worker()
                .serve(
                    "far",
                    call -> {
                      call.progress(JsonObject.of("percent", Json.of(40)));
                      may.await();
                      return Json.of("there");
                    })
                .named("walker")
                .lease(Duration.ofSeconds(5))
                .start()) {
      String id = commands.pawl("start", "far").well().out().strip();
      AwaitedOutput shown = new AwaitedOutput("far (walker): {\"percent\":40}", may);
      Thread watching = Thread.ofVirtual().start(() -> watch(id, shown));
      watching.join();

      assertThat(shown.text()).contains("far (walker): {\"percent\":40}", "SUCCEEDED");
      assertThat(worker.tasks()).isLessThanOrEqualTo(1);
    }
  }

  /** An output stream that releases a waiting thread when something is written. */
  private static final class AwaitedOutput extends StringWriter {
    private final String awaited;
    private final CountDownLatch then;

    AwaitedOutput(String awaited, CountDownLatch then) {
      this.awaited = awaited;
      this.then = then;
    }

    @Override
    public void flush() {
      if (text().contains(awaited)) {
        then.countDown();
      }
    }

    String text() {
      return getBuffer().toString();
    }
  }

  private static void watch(String id, AwaitedOutput shown) {
    CommandLine pawl = PawlCommand.commandLine();
    pawl.setOut(new PrintWriter(shown));
    pawl.execute(
        "watch", id, "--url", server.address().toString(), "--key-file", keyFile.toString());
  }

  @Test
  void shouldReturnItsTaskWhenStopped() throws Exception {
    deploy("slow", "slow", "");
    Thread first = serve("slow", "sleep 3600");
    try {
      String id = commands.pawl("start", "slow").well().out().strip();
      Await.until(
          "a worker has the task",
          () -> commands.pawl("explain", id).well().out().contains("has it"));
      first.interrupt();
      first.join();

      try (PawlClient client = PawlClient.connect(server.address().toString(), key);
          Worker second = client.worker().serve("slow", call -> Json.of("by another")).start()) {
        assertThat(commands.pawl("watch", id).well().out()).contains("by another");
        assertThat(second.tasks()).isLessThanOrEqualTo(1);
      }
    } finally {
      first.interrupt();
      first.join();
    }
  }

  @Test
  void shouldFailAProgramThatWritesTooMuch() throws Exception {
    deploy("flood", "flood", "");
    Thread flood = serve("flood", "head -c 5000000 /dev/zero");
    try {
      Commands.Outcome failed = commands.pawl("start", "flood", "--wait");

      assertThat(failed.out()).contains("it wrote more than 4194304 bytes");
    } finally {
      flood.interrupt();
      flood.join();
    }
  }

  /** Uses a lease longer than any test. */
  private static Thread serve(String resource, String line) {
    return serve(resource, line, new StringWriter(), "--lease=600");
  }

  private static Thread serve(String resource, String line, StringWriter out, String option) {
    CommandLine pawl = PawlCommand.commandLine();
    pawl.setOut(new PrintWriter(out));
    pawl.setErr(new PrintWriter(new StringWriter()));
    return Thread.ofVirtual()
        .start(
            () ->
                pawl.execute(
                    "worker",
                    resource,
                    option,
                    "--url",
                    server.address().toString(),
                    "--key-file",
                    keyFile.toString(),
                    "--",
                    line));
  }
}
