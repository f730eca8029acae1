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

/** Main class of {@code ./pawl bench}. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    if (List.of(args).contains("--help")) {
      System.out.print(BenchmarkOptions.USAGE);
      return;
    }
    BenchmarkOptions options;
    try {
      options = BenchmarkOptions.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("pawl bench: " + e.getMessage());
      System.err.print(BenchmarkOptions.USAGE);
      System.exit(2);
      return;
    }
    System.exit(run(options, System.err) ? 0 : 1);
  }

  private static boolean run(BenchmarkOptions options, PrintStream progress) throws IOException {
    Path root = Path.of(System.getProperty("pawl.root", "."));
    // Not the system's temporary folder, which may be in memory, where a commit costs nothing.
    Path folder = root.resolve("target").resolve("bench-" + ProcessHandle.current().pid());
    Files.createDirectories(folder);
    List<ComparedEngine> contenders =
        ComparedEngine.all().stream()
            .filter(one -> options.only().isEmpty() || options.only().contains(one.key()))
            .toList();
    try (BenchmarkServer server = BenchmarkServer.start(folder.resolve("postgres"));
        Comparison comparison =
            new Comparison(
                options.brief() ? MeasurementPlan.brief() : MeasurementPlan.thorough(),
                contenders,
                server,
                folder,
                progress)) {
      comparison.run();
      Optional<GrowthResult> growth = options.brief() ? Optional.empty() : comparison.growth();
      ComparisonResults results = comparison.results(machine(server), growth);
      print(results, options, root);
      comparison.failures().forEach(progress::println);
      return comparison.failures().isEmpty();
    } finally {
      delete(folder);
    }
  }

  private static void print(ComparisonResults results, BenchmarkOptions options, Path root)
      throws IOException {
    System.out.print(ResultTable.of(results));
    if (options.json().isPresent()) {
      Files.writeString(options.json().get(), ComparisonJson.of(results) + "\n");
    }
    if (options.write()) {
      PerformancePage.write(root.resolve("docs"), results);
    }
  }

  private static String machine(BenchmarkServer server) {
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
