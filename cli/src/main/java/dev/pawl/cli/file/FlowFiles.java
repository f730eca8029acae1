package dev.pawl.cli.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Expands folders to the flow files below them. */
public final class FlowFiles {

  private static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml", ".asl");

  private FlowFiles() {}

  /**
   * Returns the names with each folder replaced by the flow files below it.
   *
   * @throws UsageException if a folder contains no flow file or cannot be read
   */
  public static List<String> expand(List<String> names) {
    List<String> files = new ArrayList<>();
    for (String name : names) {
      if (name.equals(Texts.STANDARD_INPUT) || !Files.isDirectory(Texts.path(name))) {
        files.add(name);
      } else {
        files.addAll(below(name));
      }
    }
    if (files.stream().filter(Texts.STANDARD_INPUT::equals).count() > 1) {
      throw new UsageException("standard input (-) can be read only once");
    }
    return files;
  }

  private static TreeSet<String> below(String folder) {
    TreeSet<String> found = new TreeSet<>();
    Path top = Texts.path(folder);
    try {
      Files.walkFileTree(top, new Visitor(top, found));
    } catch (IOException | UncheckedIOException e) {
      throw new UsageException("'" + folder + "' cannot be read: " + e.getMessage());
    }
    if (found.isEmpty()) {
      throw new UsageException(
          "there is no *.json, *.yaml, *.yml or *.asl file below '" + folder + "'");
    }
    return found;
  }

  /** Collects flow files; skips hidden files and folders. */
  private static final class Visitor extends SimpleFileVisitor<Path> {

    private final Path top;
    private final TreeSet<String> found;

    Visitor(Path top, TreeSet<String> found) {
      this.top = top;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return !folder.equals(top) && isHidden(folder)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String lower = file.toString().toLowerCase(Locale.ROOT);
      if (!isHidden(file) && ENDINGS.stream().anyMatch(lower::endsWith)) {
        found.add(file.toString());
      }
      return FileVisitResult.CONTINUE;
    }

    private static boolean isHidden(Path path) {
      Path last = path.getFileName();
      return last != null && last.toString().startsWith(".");
    }
  }
}
