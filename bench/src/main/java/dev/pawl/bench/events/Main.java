package dev.pawl.bench.events;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Implements {@code ./pawl bench events [ROUNDS]}: measures in alternating rounds what matching an
 * event costs with 10 and with 10,000 bindings, and how many executions per second events and plain
 * starts bring to their end, and prints the ratios.
 */
public final class Main {

  private static final int DEFAULT_ROUNDS = 5;
  private static final int FEW_BINDINGS = 10;
  private static final int MANY_BINDINGS = 10_000;
  private static final int MATCHES_PER_ROUND = 2_000_000;
  private static final int EXECUTIONS_PER_ROUND = 40_000;

  private Main() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 1) {
      System.err.println("Usage: pawl bench events [ROUNDS]");
      System.exit(2);
    }
    int rounds = args.length == 1 ? Integer.parseInt(args[0]) : DEFAULT_ROUNDS;
    match(rounds);
    start(rounds);
  }

  private static void match(int rounds) {
    MatchingLoad few = new MatchingLoad(FEW_BINDINGS);
    MatchingLoad many = new MatchingLoad(MANY_BINDINGS);
    few.run(MATCHES_PER_ROUND);
    many.run(MATCHES_PER_ROUND);
    List<Double> withFew = new ArrayList<>();
    List<Double> withMany = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      withFew.add(few.run(MATCHES_PER_ROUND));
      withMany.add(many.run(MATCHES_PER_ROUND));
    }
    print("matching, %,d bindings: ns per event".formatted(FEW_BINDINGS), withFew);
    print("matching, %,d bindings: ns per event".formatted(MANY_BINDINGS), withMany);
    System.out.printf(Locale.ROOT, "ratio %.2f%n", median(withMany) / median(withFew));
  }

  private static void start(int rounds) throws Exception {
    Path folder = Files.createTempDirectory("pawl-bench-events");
    try (StartLoad load = StartLoad.open(folder, MANY_BINDINGS)) {
      load.plainStarts(EXECUTIONS_PER_ROUND);
      load.events(EXECUTIONS_PER_ROUND);
      List<Double> starts = new ArrayList<>();
      List<Double> events = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        starts.add(load.plainStarts(EXECUTIONS_PER_ROUND));
        events.add(load.events(EXECUTIONS_PER_ROUND));
      }
      print("plain starts: completed/s", starts);
      print("events: completed/s", events);
      System.out.printf(Locale.ROOT, "ratio %.2f%n", median(events) / median(starts));
    }
  }

  private static void print(String label, List<Double> values) {
    System.out.printf(
        Locale.ROOT,
        "%-44s median %,9.0f   %s%n",
        label,
        median(values),
        values.stream().map(value -> String.format(Locale.ROOT, "%,.0f", value)).toList());
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return Arrays.stream(sorted).skip((sorted.length - 1) / 2).findFirst().orElseThrow();
  }
}
