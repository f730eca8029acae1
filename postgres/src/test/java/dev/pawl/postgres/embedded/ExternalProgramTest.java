package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExternalProgramTest {

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRetryWhileTheProgramFileIsBusy() throws Exception {
    Path program = Files.copy(Path.of("/bin/true"), folder.resolve("true"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    try (OutputStream writing = Files.newOutputStream(program, StandardOpenOption.APPEND)) {
      assumeThatThrownBy(builder::start).hasMessageContaining("26");

      Process process = ExternalProgram.start(builder, writing::close);

      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void shouldNotRetryIfTheProgramDoesNotExist() {
    ProcessBuilder builder = new ProcessBuilder(folder.resolve("nowhere").toString());

    assertThatThrownBy(
            () ->
                ExternalProgram.start(
                    builder,
                    () -> {
                      throw new AssertionError("it waits");
                    }))
        .isInstanceOf(IOException.class);
  }
}
