package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** Keeps a folder to one process. The operating system lets go of it when that process dies. */
final class FolderLock implements AutoCloseable {

  private final DataFolder folder;
  private final FileChannel channel;

  private FolderLock(DataFolder folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static FolderLock take(DataFolder folder) throws IOException {
    // Looked at first: closing any other handle on the lock file would give this process's lock up.
    if (ownerOf(folder).equals(thisProcess())) {
      throw inUse(folder);
    }
    FileChannel channel =
        FileChannel.open(folder.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(folder);
      }
      Files.writeString(folder.ownerFile(), thisProcess());
      return new FolderLock(folder, channel);
    } catch (OverlappingFileLockException ours) {
      channel.close();
      throw inUse(folder);
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  private static EmbeddedPostgresException inUse(DataFolder folder) throws IOException {
    String owner = ownerOf(folder);
    return new EmbeddedPostgresException(
        "the folder %s is in use by another embedded PostgreSQL (process %s): stop that one first, or name another folder"
            .formatted(folder.base(), owner.isEmpty() ? "unknown" : owner.split(" ", 2)[0]));
  }

  private static String ownerOf(DataFolder folder) throws IOException {
    return Files.exists(folder.ownerFile()) ? Files.readString(folder.ownerFile()) : "";
  }

  /** With its start time: in containers every process has the same few numbers. */
  private static String thisProcess() {
    ProcessHandle process = ProcessHandle.current();
    return process.pid() + " " + process.info().startInstant().orElse(Instant.EPOCH);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder.ownerFile());
    channel.close();
  }
}
