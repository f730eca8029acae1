package dev.pawl.chaos;

import dev.pawl.chaos.scenario.Scenario;
import dev.pawl.chaos.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The command-line options.
 *
 * @param brief true to run the short forms
 * @param soak the duration of the soak in its full form
 * @param folder the folder for logs and evidence
 */
record ChaosOptions(
    List<Scenario> scenarios, long seed, boolean brief, Duration soak, Path folder) {

  static final String USAGE =
      """
      Usage: chaos/run SCENARIO...|all [--seed N] [--short] [--minutes N] [--evidence FOLDER]
      Attacks a cluster of its own and checks what it kept; --minutes is for the soak. Scenarios:\
      """;

  /** Parses the arguments; empty if they are not valid. */
  static Optional<ChaosOptions> parse(List<String> arguments) {
    List<Scenario> scenarios = new ArrayList<>();
    long seed = System.currentTimeMillis() % 1_000_000;
    boolean brief = false;
    Duration soak = Duration.ofMinutes(5);
    Path folder = Path.of("chaos", "target", "evidence");
    Iterator<String> words = arguments.iterator();
    try {
      while (words.hasNext()) {
        String word = words.next();
        switch (word) {
          case "--seed" -> seed = Long.parseLong(words.next());
          case "--short" -> brief = true;
          case "--minutes" -> soak = Duration.ofMinutes(Long.parseLong(words.next()));
          case "--evidence" -> folder = Path.of(words.next());
          case "all" -> scenarios.addAll(Scenarios.all());
          default -> scenarios.add(Scenarios.named(word).orElseThrow());
        }
      }
    } catch (java.util.NoSuchElementException | NumberFormatException e) {
      return Optional.empty();
    }
    return scenarios.isEmpty()
        ? Optional.empty()
        : Optional.of(new ChaosOptions(scenarios, seed, brief, soak, folder.toAbsolutePath()));
  }
}
