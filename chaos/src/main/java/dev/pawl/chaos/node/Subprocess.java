package dev.pawl.chaos.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A child process that can be killed, frozen and stopped. */
public final class Subprocess implements AutoCloseable {

  private final Process process;

  public Subprocess(Process process) {
    this.process = process;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process with SIGKILL. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Freezes the process with SIGSTOP. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Sends SIGTERM and waits for the end; returns false on timeout. */
  public boolean stop(Duration atMost) throws IOException, InterruptedException {
    signal("TERM");
    return awaitEnd(atMost);
  }

  /** Waits until the process has ended by itself; returns false on timeout. */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits for the end of the process, even if the thread is interrupted. */
  public void join() {
    process.onExit().join();
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
  }

  /** Writes a thread dump; a frozen process writes none. */
  public void dumpThreads(Path file) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(pid()),
                "Thread.dump_to_file",
                "-overwrite",
                file.toAbsolutePath().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!jcmd.waitFor(20, TimeUnit.SECONDS)) {
      jcmd.destroyForcibly();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
