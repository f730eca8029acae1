package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** Locks a folder for one process. The operating system releases the lock when the process dies. */
final class FolderLock implements AutoCloseable {

  private final DataFolder folder;
  private final FileChannel channel;

  private FolderLock(DataFolder folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  static FolderLock take(DataFolder folder) throws IOException {
    // Checked first: closing another handle on the lock file would release this process's lock.
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

  /** Includes the start time, because process ids repeat quickly in containers. */
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
