package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Represents the content of postmaster.pid: the process id and, in the eighth line, the status. */
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

  /**
   * Returns true if the process is a PostgreSQL server of the folder; the id of a dead server may
   * have been reused by another process, which must not be stopped.
   */
  boolean serves(DataFolder folder) {
    return ProcessHandle.of(pid)
        .filter(LeftoverProcesses::isPostgres)
        .filter(process -> LeftoverProcesses.mayRunIn(process, folder.cluster()))
        .isPresent();
  }

  boolean isAlive() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  static void deletePidFile(DataFolder folder) throws IOException {
    Files.deleteIfExists(folder.pidFile());
  }
}
