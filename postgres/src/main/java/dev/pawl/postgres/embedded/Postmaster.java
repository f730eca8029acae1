package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What PostgreSQL's own pid file tells: its first process and, in the eighth line, how it fares.
 */
record Postmaster(long pid, boolean ready) {

  private static final int STATUS_LINE = 7;

  static Optional<Postmaster> read(DataFolder folder) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(folder.pidFile());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    try {
      boolean ready = lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
      return Optional.of(new Postmaster(Long.parseLong(lines.getFirst().strip()), ready));
    } catch (NumberFormatException | NoSuchElementException halfWritten) {
      return Optional.empty();
    }
  }

  /** A dead server's number may long be another process's: that one must not be harmed. */
  boolean serves(DataFolder folder) {
    return ProcessHandle.of(pid)
        .filter(Processes::isPostgres)
        .filter(process -> Processes.mayWorkIn(process, folder.cluster()))
        .isPresent();
  }

  boolean isSomeProcess() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  static void forget(DataFolder folder) throws IOException {
    Files.deleteIfExists(folder.pidFile());
  }
}
