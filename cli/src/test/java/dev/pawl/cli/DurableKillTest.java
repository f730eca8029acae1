package dev.pawl.cli;

import static dev.pawl.cli.Program.flow;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A durable run in a separate process is killed and continues. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class DurableKillTest {

  private static final String WRITE = "echo \"$PAWL_IDEMPOTENCY_KEY\" >> ledger; echo {}";
  private static final String WRITE_AND_WAIT = WRITE + "; until test -f go; do sleep 0.1; done";

  private static final String DONE =
      """

      {
        "evening": {},
        "morning": {}
      }
      """;

  @TempDir Path folder;

  @Test
  void shouldContinueAfterAStopAndAfterAKillDuringAWait() throws Exception {
    try (Child first = night()) {
      first.awaitOutput("Night");
      try (Child second = night()) {
        assertThat(second.awaitEnd()).isEqualTo(2);
        assertThat(second.err()).contains("is in use by another").doesNotContain("Exception");
      }

      first.stop();

      assertThat(first.err()).contains("pawl: stopped at 'Night'; the same command continues");
      assertThat(first.err()).doesNotContain("Exception");
    }
    try (Child killed = night()) {
      killed.awaitOutput("Night").kill();
    }
    try (Child last = night("--event=dawn={}")) {
      assertThat(last.awaitEnd()).as(last.err()).isZero();
      assertThat(last.out()).startsWith("✓ Evening").endsWith(DONE);
      assertThat(last.err()).contains("pawl: continuing execution ");
    }
    assertThat(ledger()).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void shouldRepeatOnlyTheInterruptedTask() throws Exception {
    try (Child killed = pay()) {
      killed
          .awaitOutput("✓ Pay")
          .awaitOutput("… Ship")
          .await(() -> ledger().size() == 2, "not written by both tasks");
      killed.kill();
      Files.createFile(folder.resolve("go"));
    }
    try (Child last = pay()) {
      assertThat(last.awaitEnd()).as(last.out() + last.err()).isZero();
    }

    assertThat(ledger()).hasSize(3);
    assertThat(ledger().get(1)).isEqualTo(ledger().get(2)).isNotEqualTo(ledger().get(0));
  }

  @Test
  void shouldContinueWithTheNextMockAfterAKill() throws Exception {
    String[] command = {
      "run", flow("night.asl.yaml"), "--data=data", "--mock=write=1", "--mock=write=2"
    };
    try (Child killed = Child.pawl(folder, command)) {
      killed.awaitOutput("Night").kill();
    }
    try (Child last =
        Child.pawl(folder, "run", flow("night.asl.yaml"), "--data=data", "--event=dawn={}")) {
      assertThat(last.awaitEnd()).as(last.err()).isZero();
      assertThat(last.out()).contains("\"evening\": 1").contains("\"morning\": 2");
    }
  }

  @Test
  void shouldNotLoadServerClassesForOtherCommands() throws Exception {
    List<String> options = List.of("-Xlog:class+load:file=classes.log");
    try (Child memory =
        Child.pawl(folder, options, List.of("run", flow("pay.asl.yaml"), "--mock=charge=1"))) {
      memory.awaitEnd();
    }

    assertThat(Files.readString(folder.resolve("classes.log")))
        .contains("dev.pawl.cli.RunCommand ")
        .doesNotContain("dev.pawl.postgres", "dev.pawl.cli.durable", "org.postgresql", "hikari");
  }

  private Child night(String... more) throws Exception {
    List<String> line =
        List.of("run", flow("night.asl.yaml"), "--data=data", "--exec=write=" + WRITE);
    return Child.pawl(folder, List.of(), Stream.concat(line.stream(), Stream.of(more)).toList());
  }

  private Child pay() throws Exception {
    return Child.pawl(
        folder,
        "run",
        flow("pay.asl.yaml"),
        "--data=data",
        "--exec=charge=" + WRITE,
        "--exec=ship=" + WRITE_AND_WAIT);
  }

  private List<String> ledger() throws IOException {
    return Files.readAllLines(folder.resolve("ledger"));
  }
}
