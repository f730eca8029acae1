package dev.pawl.cli;

import static dev.pawl.cli.Program.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsFileTest {

  private static final String JOBS =
      """
      jobs:
        - {code: MAIL, handler: mail}
        - {code: EXPORT, parent: MAIL, handler: export}
      """;

  @TempDir Path folder;

  private String file(String text) throws Exception {
    return Files.writeString(folder.resolve("policy.yaml"), text).toString();
  }

  @Test
  void shouldValidateJobs() throws Exception {
    assertThat(pawl("validate", file(JOBS)).out()).isEqualTo("1 file: no findings\n");

    Program.Outcome wrong = pawl("validate", file(JOBS.replace("parent: MAIL", "parent: MIAL")));

    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.out()).contains("policy.yaml:3:20: error: ", "Did you mean 'MAIL'?");
  }

  @Test
  void shouldRunJobs() throws Exception {
    Program.Outcome ran = pawl("run", file(JOBS), "--mock", "mail=1", "--mock", "export=\"done\"");

    assertThat(ran.exitCode()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("MAIL", "EXPORT", "\"EXPORT\": \"done\"");
  }
}
