package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresDeathTest {

  @TempDir Path folder;

  @Test
  void shouldEndWithItsProgramAndKeepWhatItAcknowledged() throws Exception {
    try (ServerChild killed = ServerChild.start(folder, ServerChild.STRANGE)) {
      assertThat(killed.rows()).isEqualTo(1);

      killed.kill();

      Until.gone(killed.pid());
    }

    try (ServerChild next = ServerChild.start(folder, ServerChild.STRANGE)) {
      assertThat(next.rows()).isEqualTo(2);

      assertThat(next.end()).isZero();

      Until.gone(next.pid());
    }
  }

  @Test
  void shouldStopTheServerThatAKilledProgramLeftBehind() throws Exception {
    long orphan;
    try (ServerChild killed = ServerChild.start(folder)) {
      orphan = killed.pid();
      assertThat(killed.watchdogs()).isNotEmpty();
      killed.watchdogs().forEach(ProcessHandle::destroyForcibly);
      killed.kill();
    }
    assertThat(ProcessHandle.of(orphan).filter(Processes::isPostgres)).isPresent();

    try (var server = EmbeddedPostgres.start(folder)) {
      assertThat(Rows.in(server).count()).isEqualTo(1);
      assertThat(server.pid()).isNotEqualTo(orphan);
    }
  }

  @Test
  void shouldSpareAProcessThatHasADeadServersNumber() throws Exception {
    EmbeddedPostgres.start(folder).close();
    Process innocent = new ProcessBuilder("cat").start();
    try {
      Files.writeString(
          folder.resolve("data/postmaster.pid"),
          innocent.pid() + "\n" + folder + "/data\n1\n1\n\n\n\nready\n");

      try (var server = EmbeddedPostgres.start(folder)) {
        Rows.in(server).add();

        assertThat(innocent.isAlive()).isTrue();
      }
    } finally {
      innocent.destroyForcibly();
    }
  }
}
