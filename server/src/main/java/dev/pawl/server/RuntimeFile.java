package dev.pawl.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file of one line in the data directory that exists while the server runs, for scripts and
 * commands. After a crash it remains until the next start.
 */
record RuntimeFile(Path file, String text) {

  /** Name of the file with the process id. */
  static final String PID = "server.pid";

  /** Name of the file with the address at which this machine reaches the server. */
  static final String URL = "server.url";

  /** Writes the file atomically; a failure is ignored because the server works without it. */
  static RuntimeFile write(Path folder, String name, String line) {
    RuntimeFile written = new RuntimeFile(folder.resolve(name), line + "\n");
    Path fresh = folder.resolve(name + "." + ProcessHandle.current().pid());
    try {
      Files.writeString(fresh, written.text());
      Files.move(
          fresh,
          written.file(),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // The file is a convenience; isThere reports the failure.
    }
    return written;
  }

  /** Returns true if the file has the content that this process wrote. */
  boolean exists() {
    try {
      return Files.readString(file).equals(text);
    } catch (IOException e) {
      return false;
    }
  }

  /** Deletes the file unless another process has replaced it. */
  void delete() {
    try {
      if (exists()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // A leftover file is replaced at the next start.
    }
  }
}
