package dev.pawl.chaos.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process that can be hurt by whoever started it. */
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

  /** As kill -9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Freezes the process, which does not notice. */
  public void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  public void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Asks it to go, and waits until it has; false if it does not in that time. */
  public boolean stop(Duration atMost) throws IOException, InterruptedException {
    signal("TERM");
    return awaitEnd(atMost);
  }

  /** Waits until it has ended by itself; false if it does not in that time. */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits until it has gone, also for somebody who was told to stop. */
  public void join() {
    process.onExit().join();
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
  }

  /** What all its threads do, for people; a frozen process does not tell. */
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
