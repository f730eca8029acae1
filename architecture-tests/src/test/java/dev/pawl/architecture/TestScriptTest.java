package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the {@code ./test} script with a fake {@code mvn}. */
@DisabledOnOs(OS.WINDOWS)
class TestScriptTest {

  @TempDir Path folder;

  @BeforeEach
  void checkout() throws IOException {
    Files.copy(
        Checkout.ROOT.resolve("test"), folder.resolve("test"), StandardCopyOption.COPY_ATTRIBUTES);
    program("sleep", "");
  }

  @Test
  void shouldRetryAFailedDownload() throws Exception {
    maven("[ $calls -gt 2 ] || { echo 'Could not transfer artifact x:y'; exit 1; }");

    Shell.Outcome outcome = run("./test");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(calls()).isEqualTo(3);
  }

  @Test
  void shouldFailIfTheRegistryStaysDown() throws Exception {
    maven("echo 'Could not transfer artifact x:y'; exit 1");

    Shell.Outcome outcome = run("./test");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.output()).contains("Could not transfer artifact x:y");
    assertThat(calls()).isEqualTo(4);
  }

  @Test
  void shouldNotRetryAFailedBuild() throws Exception {
    maven("echo 'a mistake'; exit 1");

    Shell.Outcome outcome = run("./test");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.output()).contains("a mistake");
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void shouldNeverRetryATest() throws Exception {
    maven("echo 'Could not transfer'; echo 'Tests run: 3, Failures: 1, Errors: 0'; exit 1");

    Shell.Outcome outcome = run("./test");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(calls()).isEqualTo(1);
  }

  @Test
  void shouldSeparateTheLongestTestsInTheWholeRunOnly() throws Exception {
    maven("echo \"$*\"");

    assertThat(run("./test").output()).contains("-DseparateTests verify");
    assertThat(run("./test --all").output()).doesNotContain("-DseparateTests");
    assertThat(run("./test -pl server -am").output()).doesNotContain("-DseparateTests");
  }

  @Test
  void shouldSkipDatabaseModulesInTheQuickRun() throws Exception {
    maven("echo \"$*\"");

    Shell.Outcome outcome = run("./test --quick -Dtest=SomeTest");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.output())
        .contains("-Dquick -pl sdk,model,engine,testkit,simulation,client -Dtest=SomeTest test");
  }

  @Test
  void shouldRunChaosInFullSizeAfterAllTests() throws Exception {
    maven("echo \"$*\"");
    Files.createDirectory(folder.resolve("chaos"));
    program("chaos/run", "echo chaos \"$*\"");

    Shell.Outcome outcome = run("./test --all -Dmore");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.output()).containsSubsequence("-Dall -Dmore verify", "chaos all");
  }

  @Test
  void shouldPassOtherArgumentsToMaven() throws Exception {
    maven("echo \"$*\"");

    Shell.Outcome outcome = run("./test -pl engine -am");

    assertThat(outcome.output()).contains("-pl engine -am verify");
  }

  private Shell.Outcome run(String line) throws Exception {
    return Shell.run(folder, Map.of("PATH", folder + ":" + System.getenv("PATH")), line);
  }

  /** Installs a fake {@code mvn} that counts its calls and then runs the given script. */
  private void maven(String behaviour) throws IOException {
    program("mvn", "echo call >>calls\ncalls=$(wc -l <calls)\n" + behaviour + "\n");
  }

  private long calls() throws IOException {
    return Files.readString(folder.resolve("calls")).lines().count();
  }

  private void program(String name, String body) throws IOException {
    Path program = folder.resolve(name);
    Files.writeString(program, "#!/bin/sh\n" + body);
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }
}
