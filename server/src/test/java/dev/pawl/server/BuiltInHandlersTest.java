package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.run.BuiltInHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server serves the same built-in handlers as {@code pawl run}. */
@ExtendWith(OneServer.class)
class BuiltInHandlersTest {

  private static final String FLOW =
      """
      {"StartAt": "Say", "States": {
        "Say": {"Type": "Task", "Resource": "%s", "Parameters": {"said.$": "$.word"}, "End": true}}}
      """;

  @TempDir Path folder;

  @Test
  void shouldBehaveAlikeHereAndOnAServer(OneServer.Running running) throws Exception {
    Path key = Files.writeString(folder.resolve("key"), running.tenant("built-in"));
    Commands commands = new Commands(running.server().address(), key);
    String[] input = {"--input", "{\"word\": \"hello\"}"};

    for (String resource : BuiltInHandlers.names()) {
      Path file = Files.writeString(folder.resolve("said.asl.json"), FLOW.formatted(resource));
      String here =
          Commands.typed("run", file.toString(), input[0], input[1], "--json")
              .well()
              .text("output");
      Commands.Outcome deployed = commands.pawl("deploy", file.toString(), "--publish").well();
      String there =
          commands
              .pawl("start", "said", input[0], input[1], "--wait", "--json")
              .well()
              .text("output");

      assertThat(deployed.out() + deployed.err())
          .doesNotContain("UNSERVED", "no handler or worker serves");
      assertThat(there).isEqualTo(here).isEqualTo("{\"said\":\"hello\"}");
    }
  }

  @Test
  void shouldNotGiveTheirWorkToWorkers(OneServer.Running running) throws Exception {
    Api api = running.own("built-in-workers");

    for (String resource : new String[] {"echo", "echo.waitForTaskToken"}) {
      Api.Answer polled =
          api.post("/api/workers/poll", "{\"resources\": [\"x\", \"%s\"]}".formatted(resource));
      Api.Answer described =
          api.post(
              "/api/workers/descriptors",
              "{\"items\": [{\"resource\": \"%s\", \"descriptor\": {}}]}".formatted(resource));

      assertThat(polled.status()).isEqualTo(422);
      assertThat(polled.text("code")).isEqualTo("built-in-resource");
      assertThat(polled.text("detail")).contains(resource, "use another name");
      assertThat(described.text("code")).isEqualTo("built-in-resource");
    }
    assertThat(api.get("/api/flows/resources").body().toString())
        .contains("{\"resource\":\"echo\",\"source\":\"built-in\",\"workers\":[]");
  }
}
