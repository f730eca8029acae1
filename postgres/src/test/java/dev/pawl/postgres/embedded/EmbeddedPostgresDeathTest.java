package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.Await;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresDeathTest {

  /** One for all tests: each leaves it with its server stopped. */
  @TempDir static Path folder;

  @Test
  void shouldStopWithItsProgramAndKeepAcknowledgedData() throws Exception {
    try (ServerChild killed = ServerChild.start(folder, ServerChild.STRANGE)) {
      assertThat(killed.rows()).isEqualTo(1);

      killed.kill();

      ProcessExit.await(killed.pid());
    }

    try (ServerChild next = ServerChild.start(folder, ServerChild.STRANGE)) {
      assertThat(next.rows()).isEqualTo(2);

      assertThat(next.end()).isZero();

      ProcessExit.await(next.pid());
    }
  }

  @Test
  void shouldStopTheServerThatAKilledProgramLeftBehind() throws Exception {
    long orphan;
    int rows;
    try (ServerChild killed = ServerChild.start(folder)) {
      orphan = killed.pid();
      rows = killed.rows();
      List<ProcessHandle> watchdogs = killed.watchdogs();
      assertThat(watchdogs).isNotEmpty();
      killed.freeze(); // else it would see its watchdog die, and start the server anew
      watchdogs.forEach(ProcessHandle::destroyForcibly);
      // A dead process has no program any more, reaped or not.
      Await.untilSuccess(
          "the end of the watchdogs",
          () -> watchdogs.stream().allMatch(one -> one.info().command().isEmpty()));
      killed.kill();
    }
    assertThat(ProcessHandle.of(orphan).filter(LeftoverProcesses::isPostgres)).isPresent();

    try (var server = EmbeddedPostgres.start(folder)) {
      assertThat(TestTable.in(server).count()).isEqualTo(rows);
      assertThat(server.pid()).isNotEqualTo(orphan);
    }
  }

  @Test
  void shouldStopDuringARestart() throws Exception {
    var server = EmbeddedPostgres.start(folder);
    ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();

    Thread.currentThread().interrupt();
    server.close();
    server.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder.resolve("owner")).doesNotExist();
    Await.untilSuccess(
        "the end of all that works in the folder",
        () -> LeftoverProcesses.runningIn(folder.toRealPath().resolve("data")).isEmpty());
    EmbeddedPostgres.start(folder).close();
  }

  @Test
  void shouldNotKillAProcessThatReusesThePidOfADeadServer() throws Exception {
    EmbeddedPostgres.start(folder).close();
    Process innocent = new ProcessBuilder("cat").start();
    try {
      Files.writeString(
          folder.resolve("data/postmaster.pid"),
          innocent.pid() + "\n" + folder + "/data\n1\n1\n\n\n\nready\n");

      try (var server = EmbeddedPostgres.start(folder)) {
        TestTable.in(server).add();

        assertThat(innocent.isAlive()).isTrue();
      }
    } finally {
      innocent.destroyForcibly();
    }
  }

  @Test
  void shouldShowTheServerLogIfTheStartFails() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var options = EmbeddedOptions.defaults().withPort(taken.getLocalPort());

      assertThatThrownBy(() -> EmbeddedPostgres.start(folder, options))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessageContaining("Address already in use")
          .hasMessageContaining("server.log");
    }
  }
}
