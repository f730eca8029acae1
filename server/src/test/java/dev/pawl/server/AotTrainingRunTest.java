package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotTrainingRunTest {

  @TempDir Path folder;

  @Test
  void shouldWorkOnItsOwnDatabase() throws Exception {
    ProcessBuilder program =
        Up.java(Main.class, "--data", folder.resolve("data").toString(), "--port", "0");
    program.command().add(1, "-Dpawl.rehearsal=1");
    program.environment().put("PAWL_DATABASE", "postgresql://somebody@127.0.0.1:1/elses");
    // Spring reads these variables, and a file in the working directory.
    program.environment().put("SERVER_PORT", "1");
    program.environment().put("SERVER_SERVLET_CONTEXT_PATH", "/elsewhere");
    Files.writeString(folder.resolve("application.properties"), "server.port=1\n");
    program.directory(folder.toFile());
    Path out = folder.resolve("out");

    Process process = program.redirectErrorStream(true).redirectOutput(out.toFile()).start();

    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
    }
    assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    assertThat(out).content().containsPattern("Rehearsed with [1-9][0-9]* executions");
  }
}
