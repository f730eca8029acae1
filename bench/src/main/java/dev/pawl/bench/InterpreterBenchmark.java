package dev.pawl.bench;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the pure interpreter: facts in, executions and commands out. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class InterpreterBenchmark {

  private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");
  private static final Fact.Timing TIMING = new Fact.Timing(NOW, Duration.ofMillis(3));

  /** Five sequential tasks, each of which returns a document of about 500 bytes. */
  @State(Scope.Benchmark)
  public static class FiveSteps {
    final Interpreter interpreter = interpreter(chain("Task", 5));
    final List<RecordedFact> facts = new ArrayList<>();

    @Setup
    public void record() {
      Json document = document();
      facts.add(recorded(1, started(document)));
      for (int i = 1; i <= 5; i++) {
        StepId step = new StepId(FrameId.ROOT, i);
        facts.add(recorded(i + 1, new Fact.TaskSucceeded(step, 1, document, TIMING)));
      }
      check(interpreter.fold(ID, facts));
    }
  }

  /** A Map with one task per item; the results arrive in random order. */
  @State(Scope.Benchmark)
  public static class MapOfItems {
    @Param({"1000", "10000", "40000"})
    int items;

    Interpreter interpreter = interpreter(chain("Task", 1));
    final List<RecordedFact> facts = new ArrayList<>();

    @Setup
    public void record() {
      interpreter =
          interpreter(
              """
              {"StartAt": "Each", "States": {"Each": {"Type": "Map", "End": true, "ItemProcessor": %s}}}\
              """
                  .formatted(chain("Task", 1)));
      List<Json> numbers = new ArrayList<>();
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < items; i++) {
        numbers.add(JsonNumber.of(i));
        order.add(i);
      }
      Collections.shuffle(order, new java.util.Random(1));
      facts.add(recorded(1, started(JsonArray.of(numbers))));
      for (int i : order) {
        StepId step = new StepId(FrameId.ROOT.child("Each", 1, "" + i), 1);
        Fact fact = new Fact.TaskSucceeded(step, 1, JsonNumber.of(i), TIMING);
        facts.add(recorded(facts.size() + 1, fact));
      }
      check(interpreter.fold(ID, facts));
    }
  }

  /** A state machine with many tasks in sequence. */
  @State(Scope.Benchmark)
  public static class LongMachine {
    @Param({"1000", "10000"})
    int states;

    Interpreter interpreter = interpreter(chain("Task", 1));
    final List<RecordedFact> facts = new ArrayList<>();

    @Setup
    public void record() {
      interpreter = interpreter(chain("Task", states));
      facts.add(recorded(1, started(JsonObject.EMPTY)));
      for (int i = 1; i <= states; i++) {
        StepId step = new StepId(FrameId.ROOT, i);
        facts.add(recorded(i + 1, new Fact.TaskSucceeded(step, 1, JsonObject.EMPTY, TIMING)));
      }
      check(interpreter.fold(ID, facts));
    }
  }

  @Benchmark
  @OperationsPerInvocation(6)
  public Execution factsOfFiveSteps(FiveSteps five) {
    return five.interpreter.fold(ID, five.facts);
  }

  @Benchmark
  public Execution mapsOfItems(MapOfItems map) {
    return map.interpreter.fold(ID, map.facts);
  }

  @Benchmark
  public Execution longMachines(LongMachine machine) {
    return machine.interpreter.fold(ID, machine.facts);
  }

  private static Interpreter interpreter(String definition) {
    return new Interpreter(Definitions.read(JsonText.parse(definition)).flow().orElseThrow());
  }

  private static String chain(String type, int length) {
    StringBuilder states = new StringBuilder();
    for (int i = 1; i <= length; i++) {
      String next = i == length ? "\"End\": true" : "\"Next\": \"S" + (i + 1) + "\"";
      states.append(i > 1 ? "," : "");
      states.append(
          "\"S%d\": {\"Type\": \"%s\", \"Resource\": \"work\", %s}".formatted(i, type, next));
    }
    return "{\"StartAt\": \"S1\", \"States\": {%s}}".formatted(states);
  }

  private static Json document() {
    JsonObject document = JsonObject.of("id", Json.of("order-4711"));
    for (int i = 0; document.size() < 490; i++) {
      document =
          document.with("field" + i, i % 3 == 0 ? JsonNumber.of(i * 37L) : Json.of("value " + i));
    }
    return document;
  }

  private static Fact started(Json input) {
    return new Fact.Started("bench", "bench", input, JsonObject.EMPTY);
  }

  private static RecordedFact recorded(long seq, Fact fact) {
    return new RecordedFact(seq, NOW.plusMillis(seq), fact);
  }

  private static void check(Execution execution) {
    if (execution.status() != Status.SUCCEEDED) {
      throw new IllegalStateException("the flow should succeed: " + execution.failure());
    }
  }
}
