package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The commands of operators and administrators, with a server to speak to. */
@ExtendWith(OneServer.class)
class OperatingCommandsTest {

  private static final String ASK =
      """
      {"StartAt": "Note", "States": {
        "Note": {"Type": "Pass", "Next": "Ask"},
        "Ask": {"Type": "Wait", "Event": "answer", "End": true}}}
      """;

  @TempDir private static Path folder;
  private static Commands own;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    own = commands(running, "own.key", running.tenant("operating-commands"));
  }

  private static Commands commands(OneServer.Running running, String file, String key)
      throws Exception {
    return new Commands(running.server().address(), Files.writeString(folder.resolve(file), key));
  }

  private static Commands.Outcome pawl(String... arguments) {
    return own.pawl(arguments);
  }

  private static String deploy(String code, String text) throws Exception {
    Path file = Files.writeString(folder.resolve(code + ".asl.json"), text);
    return pawl("deploy", file.toString()).well().out();
  }

  @Test
  void shouldDealWithVersions() throws Exception {
    deploy("versions", ASK);
    assertThat(pawl("flows", "publish", "versions", "--note", "the first").well().out())
        .isEqualTo("versions is published as v1\n");
    deploy(
        "versions", ASK.replace("answer", "reply").replace("\"Note\": {", "\"N\": {}, \"X\": {"));
    assertThat(pawl("flows", "publish", "versions").exitCode()).isEqualTo(1);
    deploy("versions", ASK.replace("answer", "reply"));
    pawl("flows", "publish", "versions").well();

    assertThat(pawl("flows", "versions", "versions").well().out())
        .containsSubsequence("VERSION", "2 ", "yes", "1 ", "the first");
    assertThat(pawl("flows", "diff", "versions", "1", "2").well().out())
        .isEqualTo("~ Ask\n  ~ /States/Ask/Event: \"answer\" -> \"reply\"\n");
    assertThat(pawl("flows", "diff", "versions", "2").well().out()).isEqualTo("no difference\n");
    assertThat(pawl("flows", "diff", "versions", "1", "--json").well().text("to"))
        .isEqualTo("draft");

    assertThat(pawl("flows", "activate", "versions", "1").well().out())
        .isEqualTo("versions starts as v1\n");
    assertThat(pawl("flows", "deactivate", "versions").well().out())
        .isEqualTo("versions cannot be started\n");
    assertThat(pawl("start", "versions").exitCode()).isEqualTo(1);
    assertThat(pawl("flows", "activate", "versions").well().out())
        .isEqualTo("versions starts as v2\n");

    assertThat(pawl("flows", "rollback", "versions", "1").well().out())
        .isEqualTo("versions has v1 as its draft\n");
    assertThat(pawl("flows", "diff", "versions", "1").well().out()).isEqualTo("no difference\n");
  }
}
