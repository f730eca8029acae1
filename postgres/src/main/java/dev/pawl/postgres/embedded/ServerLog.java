package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What the server says, kept within bounds: the file and one older one. */
record ServerLog(Path file) {

  private static final long LIMIT = 16L << 20;
  private static final int TAIL_LINES = 20;
  private static final int TAIL_BYTES = 8192;

  /** Others need not read what a failed statement contained. */
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

  /** The server appends, so the file may be emptied under its hands. */
  void trim() throws IOException {
    if (size() > LIMIT) {
      Files.copy(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(0);
      }
    }
  }

  /** The last lines that were written after the given position. */
  String tail(long from) throws IOException {
    if (size() <= from) {
      return "(the server said nothing)";
    }
    try (var stream = Files.newInputStream(file)) {
      stream.skipNBytes(Math.max(from, size() - TAIL_BYTES));
      List<String> lines =
          new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
  }
}
