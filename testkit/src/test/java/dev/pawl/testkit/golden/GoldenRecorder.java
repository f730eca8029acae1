package dev.pawl.testkit.golden;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Step;
import dev.pawl.testkit.simulation.SimulatedHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Records golden files for a release, once: the histories written by hand, and simulated ones that
 * show something no earlier one showed. What a release has recorded is never changed, so a folder
 * that exists is refused.
 *
 * <p>Run its main method in the module's folder with the release as the argument.
 */
final class GoldenRecorder {

  private static final int FILES = 32;
  private static final int SEEDS = 30_000;
  private static final int MOST_FACTS = 24;
  private static final int MOST_BYTES = 2_500;

  private GoldenRecorder() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of("src/test/resources/golden", arguments[0]);
    if (Files.exists(folder)) {
      throw new IllegalStateException(folder + " exists; what was recorded once stays as it is");
    }
    Files.createDirectories(folder);
    for (WrittenHistory history : WrittenHistory.ALL) {
      Files.writeString(folder.resolve(history.name() + ".json"), history.record().write());
    }
    simulated(folder);
  }

  private static void simulated(Path folder) throws IOException {
    Set<String> shown = new HashSet<>();
    int written = 0;
    // At first only histories that show much that is new, so that the files are few.
    for (int news = 12; news > 0 && written < FILES; news--) {
      for (long seed = 0; seed < SEEDS / news && written < FILES; seed++) {
        Optional<SimulatedHistory> history =
            SimulatedHistory.of(seed).filter(GoldenRecorder::small);
        if (history.isPresent()) {
          Set<String> shows = shows(history.get());
          shows.removeAll(shown);
          if (shows.size() >= news) {
            shown.addAll(shows);
            Path file = folder.resolve("simulated-%02d.json".formatted(++written));
            SimulatedHistory h = history.get();
            Files.writeString(file, GoldenFile.record(h.id(), h.flow(), h.facts()).write());
          }
        }
      }
    }
    System.out.println(written + " simulated files show " + shown.size() + " things");
  }

  private static boolean small(SimulatedHistory history) {
    return history.facts().size() <= MOST_FACTS && history.flow().size() <= MOST_BYTES;
  }

  /** What a reader of the file could learn from it. */
  private static Set<String> shows(SimulatedHistory history) {
    Set<String> shows = new HashSet<>();
    Interpreter interpreter = new Interpreter(history.model());
    Execution execution = Execution.unborn(history.id());
    for (Recorded recorded : history.facts()) {
      Advanced advanced = interpreter.advance(execution, recorded);
      execution = advanced.execution();
      Fact fact = recorded.fact();
      String effect = advanced.ignored().isPresent() ? " ignored" : "";
      shows.add("fact " + fact.getClass().getSimpleName() + effect);
      if (fact instanceof Fact.HumanActed acted) {
        shows.add("action " + acted.action().getClass().getSimpleName() + effect);
      }
      if (fact instanceof Fact.Rewound rewound) {
        shows.add("rewound " + rewound.compensate() + effect);
      }
      if (fact instanceof Fact.Cancelled cancelled) {
        shows.add("cancelled " + cancelled.compensate() + effect);
      }
      for (Step step : advanced.steps()) {
        shows.add("step " + step.place().type() + " " + step.status());
        shows.add("depth " + step.id().frame().hops().size() + " " + step.place().type());
        shows.add("attempt " + Math.min(3, step.place().attempt()) + " " + step.place().type());
      }
    }
    shows.add("ends " + execution.status());
    return shows;
  }
}
