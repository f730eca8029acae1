package dev.pawl.simulation.golden;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.simulation.SimulatedHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Records the golden files of a release: handwritten histories, and simulated ones that cover
 * something new. Recorded files never change, so an existing folder is refused.
 *
 * <p>Run its main method in the module's folder with the release as the argument.
 */
final class GoldenRecorder {

  private static final int MAX_FILES = 32;
  private static final int SEED_COUNT = 30_000;
  private static final int MAX_FACTS_PER_FILE = 24;
  private static final int MAX_BYTES_PER_FILE = 2_500;

  private GoldenRecorder() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of("src/test/resources/golden", arguments[0]);
    if (Files.exists(folder)) {
      throw new IllegalStateException(folder + " exists; what was recorded once stays as it is");
    }
    Files.createDirectories(folder);
    for (HandwrittenHistory history : HandwrittenHistory.ALL) {
      Files.writeString(folder.resolve(history.name() + ".json"), history.record().write());
    }
    simulated(folder);
  }

  private static void simulated(Path folder) throws IOException {
    Set<String> shown = new HashSet<>();
    int written = 0;
    // Histories that cover many new features first, so that few files are needed.
    for (int news = 12; news > 0 && written < MAX_FILES; news--) {
      for (long seed = 0; seed < SEED_COUNT / news && written < MAX_FILES; seed++) {
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
    return history.facts().size() <= MAX_FACTS_PER_FILE
        && history.flow().size() <= MAX_BYTES_PER_FILE;
  }

  /** Returns the features that the history covers. */
  private static Set<String> shows(SimulatedHistory history) {
    Set<String> shows = new HashSet<>();
    Interpreter interpreter = new Interpreter(history.model());
    Execution execution = Execution.notStarted(history.id());
    for (RecordedFact recorded : history.facts()) {
      AdvanceResult advanced = interpreter.advance(execution, recorded);
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
      for (StepChange step : advanced.steps()) {
        shows.add("step " + step.place().kind() + " " + step.status());
        shows.add("depth " + step.id().frame().hops().size() + " " + step.place().kind());
        shows.add("attempt " + Math.min(3, step.place().attempt()) + " " + step.place().kind());
      }
    }
    shows.add("ends " + execution.status());
    return shows;
  }
}
