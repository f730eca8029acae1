package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.client.execution.ExecutionStatus;
import dev.pawl.client.execution.StartRequest;
import dev.pawl.client.flow.FlowDraft;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the Java code of docs/workers.md as a program that serves a task. */
@ExtendWith(OneServer.class)
class WorkersPageTest {

  /** The program around the snippet of the page. */
  private static final String PROGRAM =
      """
      import dev.pawl.client.*;
      import dev.pawl.client.worker.*;
      import dev.pawl.sdk.*;

      class Snippet {
        public static void main(String[] args) throws Exception {
          String key = args[0];
          %s
        }

        static Json send(Json mail) {
          return mail.get("to").orElseThrow();
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void shouldServeATaskWithTheWorkerOfThePage(OneServer.Running running) throws Exception {
    String address = running.server().address().toString();
    String key = running.tenant("workers-page");
    Path program = Files.writeString(folder.resolve("Snippet.java"), program(address));
    Path printed = folder.resolve("printed");
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString(),
                key)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try (PawlClient client = PawlClient.connect(address, key)) {
      client
          .flows()
          .deploy(
              FlowDraft.json(
                      """
                      {"StartAt": "Mail", "States": {
                        "Mail": {"Type": "Task", "Resource": "mail", "End": true}}}\
                      """)
                  .code("mailing"));
      String id =
          client.executions().start(StartRequest.of("mailing").input("{\"to\": \"ada\"}")).id();

      Await.until(
          "the worker completes the task, or ends",
          () ->
              !worker.isAlive()
                  || client.executions().get(id).status() == ExecutionStatus.SUCCEEDED);

      assertThat(client.executions().get(id).output())
          .as(Files.readString(printed))
          .contains(JsonObject.of("sent", Json.of("ada")));
    } finally {
      worker.destroyForcibly().waitFor();
    }
  }

  private static String program(String address) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs", "workers.md"));
    List<String> snippets =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(snippets).hasSize(1);
    return PROGRAM.formatted(snippets.getFirst().replace("http://127.0.0.1:8080", address));
  }
}
