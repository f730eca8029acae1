package dev.pawl.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The number of the process that was started last in a data folder, for scripts. */
record PidFile(Path file) {

  static final String NAME = "server.pid";

  static PidFile write(Path folder) {
    PidFile pid = new PidFile(folder.resolve(NAME));
    try {
      Files.writeString(pid.file(), text());
    } catch (IOException e) {
      // A convenience; the server serves without it.
    }
    return pid;
  }

  private static String text() {
    return ProcessHandle.current().pid() + "\n";
  }

  /** Unless another process has written its own since. */
  void delete() {
    try {
      if (Files.readString(file).equals(text())) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // It is gone.
    }
  }
}
