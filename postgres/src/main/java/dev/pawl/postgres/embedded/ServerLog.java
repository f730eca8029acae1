package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Limits the size of the server's log: one current and one older file. */
record ServerLog(Path file) {

  private static final long MAX_BYTES = 16L << 20;
  private static final int TAIL_LINES = 20;
  private static final int TAIL_BYTES = 8192;

  /** Trims the file, or creates it private: logged statements may contain confidential values. */
  void prepare() throws IOException {
    if (Files.exists(file)) {
      trim();
    } else {
      Files.createFile(file, Folders.PRIVATE_FILE);
    }
  }

  long size() throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  /**
   * Truncates a large log after copying it; the server opens it in append mode, so this is safe.
   */
  void trim() throws IOException {
    if (size() > MAX_BYTES) {
      Files.copy(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
    }
  }

  /** Returns the last lines that were written after the given position. */
  String tail(long from) throws IOException {
    if (size() <= from) {
      return "(the server has logged nothing)";
    }
    try (var stream = Files.newInputStream(file)) {
      stream.skipNBytes(Math.max(from, size() - TAIL_BYTES));
      List<String> lines =
          new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
  }
}
