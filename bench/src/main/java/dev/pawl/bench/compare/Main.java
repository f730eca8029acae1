package dev.pawl.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code ./pawl bench}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    if (List.of(args).contains("--help")) {
      System.out.print(Options.USAGE);
      return;
    }
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("pawl bench: " + e.getMessage());
      System.err.print(Options.USAGE);
      System.exit(2);
      return;
    }
    System.exit(run(options, System.err) ? 0 : 1);
  }

  private static boolean run(Options options, PrintStream progress) throws IOException {
    Path root = Path.of(System.getProperty("pawl.root", "."));
    // Not the folder for temporary files, which may be in memory: a commit there costs nothing.
    Path folder = root.resolve("target").resolve("bench-" + ProcessHandle.current().pid());
    Files.createDirectories(folder);
    List<Contender> contenders =
        Contender.all().stream()
            .filter(one -> options.only().isEmpty() || options.only().contains(one.key()))
            .toList();
    try (Server server = Server.start(folder.resolve("postgres"));
        Comparison comparison =
            new Comparison(
                options.brief() ? Plan.brief() : Plan.thorough(),
                contenders,
                server,
                folder,
                progress)) {
      comparison.run();
      Optional<Growth> growth = options.brief() ? Optional.empty() : comparison.growth();
      Results results = comparison.results(machine(server), growth);
      tell(results, options, root);
      comparison.failures().forEach(progress::println);
      return comparison.failures().isEmpty();
    } finally {
      delete(folder);
    }
  }

  private static void tell(Results results, Options options, Path root) throws IOException {
    System.out.print(Table.of(results));
    if (options.json().isPresent()) {
      Files.writeString(options.json().get(), JsonReport.of(results) + "\n");
    }
    if (options.write()) {
      Page.write(root.resolve("docs"), results);
    }
  }

  private static String machine(Server server) {
    return "a machine with %d cores, shared by engine, load and PostgreSQL %s (fsync and synchronous_commit on), JDK %s, %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            server.version().replaceFirst(" .*", ""),
            Runtime.version().feature(),
            LocalDate.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ROOT)));
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Main::deleteOne);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
