package dev.pawl.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file of one line in the data folder that is there while the server runs, for scripts and for
 * the commands. After a crash it stays until the next start.
 */
record RuntimeFile(Path file, String text) {

  /** The number of the process. */
  static final String PID = "server.pid";

  /** The address by which this machine reaches the server. */
  static final String URL = "server.url";

  /** Writes it in one step; the server serves without it where that fails. */
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
      // A convenience only: isThere tells.
    }
    return written;
  }

  /** Returns true if the file says what this process wrote. */
  boolean isThere() {
    try {
      return Files.readString(file).equals(text);
    } catch (IOException e) {
      return false;
    }
  }

  /** Deletes it, unless another process has written its own since. */
  void delete() {
    try {
      if (isThere()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // It is gone.
    }
  }
}
