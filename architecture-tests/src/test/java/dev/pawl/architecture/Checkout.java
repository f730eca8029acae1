package dev.pawl.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads files of the checkout under test. */
final class Checkout {

  static final Path ROOT = root();

  /** All modules of the build, including those of Maven profiles. */
  static final List<String> MODULES =
      text("pom.xml")
          .lines()
          .map(String::strip)
          .filter(line -> line.startsWith("<module>"))
          .map(line -> line.replaceAll("</?module>", ""))
          .distinct()
          .toList();

  private Checkout() {}

  static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the paths of all source files of all modules, relative to the root, with slashes. */
  static List<String> sources() {
    return MODULES.stream().flatMap(module -> files(module + "/src")).toList();
  }

  /** Returns the files below a folder, relative to the root; empty if the folder does not exist. */
  static Stream<String> files(String folder) {
    if (!Files.isDirectory(ROOT.resolve(folder))) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    String given = System.getProperty("pawl.root");
    return given == null ? Path.of("..").toAbsolutePath().normalize() : Path.of(given);
  }
}
