package dev.pawl.simulation.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts written by any release fold to the same execution in every later one. */
class GoldenFilesTest {

  private static final Path FOLDER = Path.of("src/test/resources/golden");

  @ParameterizedTest
  @MethodSource("files")
  void shouldFoldToTheRecordedResult(Path file) throws IOException {
    GoldenFile golden = read(file);

    assertThat(golden.outcome()).isEqualTo(golden.expected());
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldReadAndWriteFactsAsTheyWereWritten(Path file) throws IOException {
    Json json = JsonText.parse(Files.readString(file));

    for (Json fact : (JsonArray) json.get("facts").orElseThrow()) {
      assertThat(FactCodec.write(FactCodec.readRecorded(fact))).isEqualTo(fact);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldKeepFactsAsBytes(Path file) throws IOException {
    for (RecordedFact recorded : read(file).facts()) {
      assertThat(FactBytes.read(FactBytes.write(recorded.fact()))).isEqualTo(recorded.fact());
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void shouldContinueFromASnapshotAtAnyFact(Path file) throws IOException {
    GoldenFile golden = read(file);
    Flow flow = Definitions.read(golden.flow()).flow().orElseThrow();
    Interpreter interpreter = new Interpreter(flow);
    Execution execution = Execution.notStarted(golden.id());

    for (RecordedFact fact : golden.facts()) {
      Execution restored = Snapshots.read(Snapshots.write(execution, flow), flow);

      assertThat(restored).isEqualTo(execution);
      assertThat(interpreter.advance(restored, fact))
          .isEqualTo(interpreter.advance(execution, fact));
      execution = interpreter.advance(restored, fact).execution();
    }
    assertThat(execution).isEqualTo(interpreter.fold(golden.id(), golden.facts()));
  }

  @Test
  void shouldKnowEveryKindOfFactAndStateAndStep() throws IOException {
    Set<String> facts = new TreeSet<>();
    Set<String> types = new TreeSet<>();
    Set<String> statuses = new TreeSet<>();
    for (Path file : files()) {
      GoldenFile golden = read(file);
      for (RecordedFact recorded : golden.facts()) {
        facts.add(recorded.fact().getClass().getSimpleName());
        if (recorded.fact() instanceof Fact.HumanActed acted) {
          facts.add("HumanActed." + acted.action().getClass().getSimpleName());
        }
      }
      for (Json step : (JsonArray) golden.expected().get("steps").orElseThrow()) {
        types.add(step.get("type").orElseThrow().asText());
        statuses.add(step.get("status").orElseThrow().asText());
      }
    }

    assertThat(facts)
        .containsAll(names(Fact.class.getPermittedSubclasses(), ""))
        .containsAll(names(Fact.HumanActed.Action.class.getPermittedSubclasses(), "HumanActed."));
    assertThat(types)
        .containsExactlyInAnyOrder(
            "Choice",
            "Fail",
            "Graph",
            "Human",
            "Map",
            "Parallel",
            "Pass",
            "Succeed",
            "Task",
            "Wait");
    assertThat(statuses)
        .containsAll(
            Arrays.stream(StepStatus.values())
                .filter(status -> status != StepStatus.PENDING)
                .map(Enum::name)
                .toList());
  }

  private static List<String> names(Class<?>[] kinds, String prefix) {
    return Arrays.stream(kinds).map(kind -> prefix + kind.getSimpleName()).toList();
  }

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static GoldenFile read(Path file) throws IOException {
    return GoldenFile.read(JsonText.parse(Files.readString(file)));
  }
}
