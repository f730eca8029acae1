package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  @TempDir Path folder;

  @Test
  void shouldShowOnlyTheLastLinesOfThisStart() throws Exception {
    var log = new ServerLog(folder.resolve("server.log"));
    log.prepare();
    Files.writeString(log.file(), "of an earlier start\n");
    long from = log.size();
    assertThat(log.tail(from)).isEqualTo("(the server has logged nothing)");

    Files.writeString(log.file(), "line\n".repeat(99) + "last\n", StandardOpenOption.APPEND);

    assertThat(log.tail(from)).doesNotContain("earlier").endsWith("last").hasLineCount(20);
  }

  @Test
  void shouldKeepOneOlderFile() throws Exception {
    var log = new ServerLog(folder.resolve("server.log"));
    Files.write(log.file(), new byte[(16 << 20) + 1]);

    log.trim();

    assertThat(log.file()).isEmptyFile();
    assertThat(folder.resolve("server.log.1")).hasSize((16 << 20) + 1);
  }
}
