package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Events and bindings on the command line. */
@ExtendWith(OneServer.class)
class EventCommandsTest {

  private static final String FLOW =
      "{\"StartAt\": \"Done\", \"States\": {\"Done\": {\"Type\": \"Pass\", \"End\": true}}}";

  @TempDir Path folder;

  @Test
  void shouldBindSendAndReplay(OneServer.Running running) throws Exception {
    Path key = Files.writeString(folder.resolve("key"), running.tenant("event-commands"));
    Commands commands = new Commands(running.server().address(), key);
    Path file = Files.writeString(folder.resolve("onboarding.asl.json"), FLOW);
    commands.pawl("deploy", file.toString(), "--publish").well();

    String id =
        commands
            .pawl("bindings", "add", "POLICY_CREATED", "onboarding", "--client", "17", "--json")
            .well()
            .text("id");
    assertThat(commands.pawl("bindings", "ls").well().out()).contains(id, "POLICY_CREATED", "17");
    assertThat(commands.pawl("events", "try", "POLICY_CREATED", "--client", "18").well().out())
        .contains(
            "- onboarding: does not match: clientId: the binding wants 17, the event has 18",
            "0 of 1 bindings act, and 0 executions wait for it; nothing was done");
    assertThat(
            commands
                .pawl("events", "try", "POLICY_CREATED", "--client", "17", "--inputs")
                .well()
                .out())
        .contains(
            "1. onboarding: starts version 1 of the flow 'onboarding'", "\"clientId\":\"17\"");
    String[] send = {"events", "send", "POLICY_CREATED", "--client", "17", "--id", "e-1"};
    assertThat(commands.pawl(send).well().out())
        .contains("onboarding ", "the event e-1 started 1 and woke 0 executions");
    assertThat(commands.pawl(send).well().out()).contains("when it came first");

    assertThat(commands.pawl("bindings", "disable", id).well().out()).contains("switched off");
    assertThat(commands.pawl("events", "send", "POLICY_CREATED", "--client", "17").well().out())
        .contains("started 0");
    commands.pawl("bindings", "enable", id).well();
    assertThat(commands.pawl("bindings", "rm", id, "--json").well().text("removed")).isEqualTo(id);

    commands
        .pawl(
            "bindings",
            "add",
            "LOST",
            "onboarding",
            "--input-mapping",
            "{\"x\": \"!$.event.payload.x\"}")
        .well();
    commands.pawl("events", "send", "LOST").well();
    assertThat(commands.pawl("rejected", "ls").well().out()).contains("MAPPING_ERROR", "LOST");
    assertThat(commands.pawl("rejected", "replay", "--flow", "onboarding").well().out())
        .contains("\"failed\":1");
  }
}
