package dev.pawl.testkit.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.testkit.FlowRun;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeterminismTest {

  /**
   * What these runs come to, on every machine and for ever. A change here is a change of what
   * recorded facts mean: it needs a new semantics number, not a new digest.
   */
  private static final Map<String, String> DIGESTS =
      Map.of(
          "chance", "a5e8cebbf3c572e2",
          "forks", "9f458705eba29118",
          "saga", "4d6f2b108a838840",
          "operators", "c32d79acacbe3b8a",
          "distributed", "bf2277797d0e9300",
          "overtime", "0c16d7619688dd23");

  static Stream<String> names() {
    return Varied.runs().keySet().stream();
  }

  @Test
  void shouldPinEveryRun() {
    assertThat(DIGESTS.keySet()).isEqualTo(Varied.runs().keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldGiveTheSameResultOnEveryMachine(String name) {
    FlowRun run = Varied.runs().get(name).get();

    assertThat(digest(visible(run))).as(visible(run)).isEqualTo(DIGESTS.get(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldFoldTheSameFactsToTheSameExecution(String name) {
    FlowRun run = Varied.runs().get(name).get();
    List<RecordedFact> facts = run.journal().facts(run.id());
    Interpreter interpreter = new Interpreter(run.flow());

    Execution once = interpreter.fold(run.id(), facts);
    Execution twice = new Interpreter(run.flow()).fold(run.id(), facts);

    assertThat(once).isEqualTo(twice).isEqualTo(run.execution()).hasSameHashCodeAs(twice);
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldContinueAFoldFromAnyPoint(String name) {
    FlowRun run = Varied.runs().get(name).get();
    List<RecordedFact> facts = run.journal().facts(run.id());
    Interpreter interpreter = new Interpreter(run.flow());

    for (int i = 0; i <= facts.size(); i++) {
      Execution half = interpreter.fold(run.id(), facts.subList(0, i));

      assertThat(interpreter.fold(half, facts.subList(i, facts.size())))
          .as("left after %d", i)
          .isEqualTo(run.execution());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldProduceTheSameHistory(String name) {
    FlowRun run = Varied.runs().get(name).get();
    Interpreter interpreter = new Interpreter(run.flow());

    List<StepChange> told = new ArrayList<>();
    Execution execution = Execution.notStarted(run.id());
    for (RecordedFact fact : run.journal().facts(run.id())) {
      var advanced = interpreter.advance(execution, fact);
      told.addAll(advanced.steps());
      execution = advanced.execution();
    }

    assertThat(told).isEqualTo(run.lines());
  }

  /** How the execution ended and every line of its history. */
  private static String visible(FlowRun run) {
    StringBuilder text = new StringBuilder();
    Execution execution = run.execution();
    text.append(execution.status()).append(' ');
    text.append(execution.output().map(Object::toString).orElse("-")).append(' ');
    text.append(execution.failure().map(f -> f.toJson().toString()).orElse("-")).append('\n');
    for (StepChange line : run.lines()) {
      text.append(
          String.join(
              " ",
              line.seq() + "." + line.ordinal(),
              line.at().toString(),
              line.id().toString(),
              line.place().state(),
              line.status().name(),
              line.place().attempt() + "",
              line.place().input().toString(),
              line.result().output().map(Object::toString).orElse("-"),
              line.result().assigned().toString(),
              line.result().failure().map(f -> f.toJson().toString()).orElse("-") + "\n"));
    }
    return text.toString();
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
