package dev.pawl.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.ForkState;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.model.Flow;
import dev.pawl.model.State;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SnapshotsTest {

  private static final ExecutionId ID = new ExecutionId(new UUID(0x0198_0000_0000_7000L, 7));
  private static final Instant START = Instant.parse("2026-01-31T09:30:00.123456789Z");

  private static final Flow DISTRIBUTED =
      flow(
          """
          TimeoutSeconds: 3600
          StartAt: Each
          States:
            Each:
              Type: Map
              ItemReader: {Resource: "s3:read", ReaderConfig: {InputType: JSON}, Parameters: {a: 1}}
              ItemProcessor:
                ProcessorConfig: {Mode: DISTRIBUTED, ExecutionType: STANDARD}
                StartAt: Work
                States: {Work: {Type: Task, Resource: work, End: true}}
              ResultWriter: {Resource: "s3:write", Parameters: {b: 2}}
              ToleratedFailurePercentage: 12.5
              ToleratedFailureCount: 1
              End: true
          """);

  private static final Flow INLINE =
      flow(
          """
          StartAt: Keep
          States:
            Keep: {Type: Pass, Assign: {kept.$: $.large}, Next: Each}
            Each:
              Type: Map
              ItemsPath: $.items
              ItemProcessor:
                StartAt: Work
                States: {Work: {Type: Task, Resource: work, TimeoutSeconds: 9, End: true}}
              End: true
          """);

  @Test
  void shouldPointToPartsOfTheFlow() {
    Execution reading = fold(DISTRIBUTED, started(JsonObject.EMPTY));
    Command.ReadItems read = (Command.ReadItems) OutstandingCommands.of(reading).get(1);
    Execution running =
        fold(
            DISTRIBUTED,
            reading,
            new Fact.ItemsRead(read.step(), 1, 0, List.of(Json.of("x"), Json.of(2)), true));
    Execution writing =
        fold(
            DISTRIBUTED,
            running,
            new Fact.ChildEnded(read.step(), 0, new Outcome.Succeeded(Json.of(1))),
            new Fact.ChildEnded(read.step(), 1, new Outcome.Succeeded(Json.of(2))));

    State.MapEach map = (State.MapEach) DISTRIBUTED.machine().state("Each");
    List<Execution> restored =
        List.of(reading, running, writing).stream().map(e -> restored(e, DISTRIBUTED)).toList();

    assertThat(restored).containsExactly(reading, running, writing);
    assertThat(OutstandingCommands.of(restored.get(0)))
        .filteredOn(Command.ReadItems.class::isInstance)
        .singleElement()
        .satisfies(
            command ->
                assertThat(((Command.ReadItems) command).source().format())
                    .isSameAs(map.distribution().orElseThrow().reader().orElseThrow().format()));
    assertThat(OutstandingCommands.of(restored.get(1)))
        .filteredOn(Command.StartChild.class::isInstance)
        .hasSize(2)
        .allSatisfy(
            command ->
                assertThat(((Command.StartChild) command).machine()).isSameAs(map.processor()));
    assertThat(OutstandingCommands.of(restored.get(2)))
        .filteredOn(Command.WriteResults.class::isInstance)
        .singleElement()
        .satisfies(
            command ->
                assertThat(((Command.WriteResults) command).writer())
                    .isSameAs(map.distribution().orElseThrow().writer().orElseThrow()));
  }

  @Test
  void shouldRefuseAnExecutionOfAnotherFlow() {
    Execution reading = fold(DISTRIBUTED, started(JsonObject.EMPTY));

    assertThatThrownBy(() -> Snapshots.write(reading, INLINE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the execution was not folded with this flow: it has a foreign Format");
    assertThatThrownBy(() -> Snapshots.read(Snapshots.write(reading, DISTRIBUTED), INLINE))
        .isInstanceOf(UnreadableSnapshotException.class);
  }

  @Test
  void shouldKeepAHundredThousandItems() {
    Execution reading = fold(DISTRIBUTED, started(JsonObject.EMPTY));
    StepId step = new StepId(FrameId.ROOT, 1);
    List<Json> items = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      items.add(JsonObject.of("number", JsonNumber.of(i)).with("name", Json.of("item " + i)));
    }
    Execution running = fold(DISTRIBUTED, reading, new Fact.ItemsRead(step, 1, 0, items, true));
    for (int i = 0; i < 2_000; i++) {
      running =
          fold(
              DISTRIBUTED,
              running,
              new Fact.ChildEnded(step, i, new Outcome.Succeeded(items.get(i))));
    }

    byte[] snapshot = Snapshots.write(running, DISTRIBUTED);

    // An item stands in the plan, in its slot's input, context or output, but is written once.
    assertThat(snapshot).hasSizeLessThan(4_000_000);
    assertThat(Snapshots.read(snapshot, DISTRIBUTED)).isEqualTo(running);
  }

  @Test
  void shouldWriteSharedDataOfItemsOnce() {
    List<Json> items = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      items.add(JsonNumber.of(i));
    }
    // Cannot be compressed, so that only sharing keeps it from being there 5,000 times.
    Json large = Json.of(noise(50_000));
    Json input = JsonObject.of("items", JsonArray.of(items)).with("large", large);
    Execution execution = fold(INLINE, started(input));

    byte[] snapshot = Snapshots.write(execution, INLINE);
    Execution restored = Snapshots.read(snapshot, INLINE);

    assertThat(snapshot).hasSizeLessThan(500_000);
    assertThat(restored).isEqualTo(execution);
    assertThat(variablesOfItem(restored, 4_999))
        .containsEntry("kept", large)
        .isSameAs(variablesOfItem(restored, 0));
  }

  private static Map<String, Json> variablesOfItem(Execution execution, int index) {
    ForkState fork = ((Activity.Forked) execution.root().orElseThrow().activity()).fork();
    return ((ForkState.Slot.Local) fork.slots().get(index)).frame().scope().outer();
  }

  @Test
  void shouldKeepOddValues() {
    Json odd =
        JsonText.parse(
            """
            {"": [], "\\ud800": {}, "😀": "\\udc00", "n": null, "t": true, "f": false,
             "numbers": [0, -1, 9223372036854775807, -9223372036854775808,
                         9223372036854775808, 1e399, -1.5e-300, 0.1],
             "again": [[], {}, [1, [2]]]}
            """);
    JsonObject input = JsonObject.of("items", JsonArray.of(odd, odd)).with("large", odd);

    Execution execution = fold(INLINE, started(input));

    assertThat(restored(execution, INLINE)).isEqualTo(execution).hasToString(execution.toString());
  }

  @Test
  void shouldKeepAnUnstartedExecution() {
    Execution unborn = Execution.notStarted(ID);

    assertThat(restored(unborn, INLINE)).isEqualTo(unborn);
  }

  @Test
  void shouldReportDamageInOneWay() {
    Execution execution =
        fold(INLINE, started(JsonText.parse("{\"items\": [1, {\"a\": 2}], \"large\": \"xyz\"}")));
    byte[] bytes = Snapshots.write(execution, INLINE);
    Random random = new Random(3);

    for (int length = 0; length < bytes.length; length++) {
      assertUnreadable(Arrays.copyOf(bytes, length));
    }
    assertUnreadable(Arrays.copyOf(bytes, bytes.length + 1));
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 + random.nextInt(255));
      assertUnreadable(damaged);
    }
  }

  private static void assertUnreadable(byte[] bytes) {
    assertThatThrownBy(() -> Snapshots.read(bytes, INLINE))
        .isInstanceOf(UnreadableSnapshotException.class);
  }

  @Test
  void shouldReportThatAnotherReleaseWroteIt() {
    byte[] bytes = Snapshots.write(Execution.notStarted(ID), INLINE);
    bytes[3] ^= 1;

    assertThatThrownBy(() -> Snapshots.read(bytes, INLINE))
        .isInstanceOf(UnreadableSnapshotException.class)
        .hasMessage(
            "the snapshot has format %08x, not %08x"
                .formatted(Snapshots.format() ^ 1, Snapshots.format()));
  }

  private static Execution restored(Execution execution, Flow flow) {
    return Snapshots.read(Snapshots.write(execution, flow), flow);
  }

  private static Execution fold(Flow flow, Fact... facts) {
    return fold(flow, Execution.notStarted(ID), facts);
  }

  private static Execution fold(Flow flow, Execution from, Fact... facts) {
    Execution execution = from;
    for (Fact fact : facts) {
      RecordedFact next =
          new RecordedFact(
              execution.seq() + 1, START.plus(Duration.ofSeconds(execution.seq())), fact);
      execution = new Interpreter(flow).advance(execution, next).execution();
    }
    return execution;
  }

  private static Fact started(Json input) {
    return new Fact.Started("orders", "o-1", input, JsonObject.EMPTY);
  }

  private static Flow flow(String definition) {
    return Definitions.read(definition).flow().orElseThrow();
  }

  private static String noise(int length) {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + 3 + random.nextInt(56)));
    }
    return text.toString();
  }
}
