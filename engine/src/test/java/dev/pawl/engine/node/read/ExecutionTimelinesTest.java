package dev.pawl.engine.node.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ExecutionTimelinesTest {

  private static final String FLOW =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Seconds\": 60, \"End\":"
          + " true}}}";

  private static final JournalEntry STARTED =
      new JournalEntry(
          1,
          Instant.EPOCH,
          FactBytes.write(
              new Fact.Started("f", "name", Json.parse("{\"n\": 1}"), JsonObject.EMPTY)));

  /** The executions whose journal was read from its beginning. */
  private final List<ExecutionKey> folded = new ArrayList<>();

  private final ExecutionTimelines timelines =
      new ExecutionTimelines(
          (Executions)
              Proxy.newProxyInstance(
                  Executions.class.getClassLoader(),
                  new Class<?>[] {Executions.class},
                  (proxy, method, arguments) -> facts((ExecutionKey) arguments[0], arguments[1])),
          new FlowCache(
              (Versions)
                  Proxy.newProxyInstance(
                      Versions.class.getClassLoader(),
                      new Class<?>[] {Versions.class},
                      (proxy, method, arguments) ->
                          Optional.of(FLOW.getBytes(StandardCharsets.UTF_8))),
              RuntimeClock.SYSTEM));

  private List<JournalEntry> facts(ExecutionKey key, Object after) {
    if (!after.equals(0L)) {
      return List.of();
    }
    folded.add(key);
    return List.of(STARTED);
  }

  private static ExecutionMetadata info(int number) {
    return new ExecutionMetadata(
        new ExecutionKey(TenantId.DEFAULT, new ExecutionId(new UUID(1, number))),
        new VersionKey(TenantId.DEFAULT, "f", 1),
        Optional.empty(),
        Optional.empty(),
        0,
        StartAttributes.NONE);
  }

  private void read(int number) {
    assertThat(timelines.<Long>read(info(number), reader -> reader.timeline().latest().seq()))
        .isEqualTo(1);
  }

  @Test
  void shouldFoldEachFactOnceForSeveralReads() {
    read(1);
    read(1);

    assertThat(folded).hasSize(1);
  }

  @Test
  void shouldPassOnEachChangeWithItsPayloadThoughTheTimelineKeepsNone() {
    List<StepChange> changes = new ArrayList<>();

    timelines.read(
        info(1),
        reader -> {
          reader.forEachChange(changes::add);
          return true;
        });

    assertThat(changes)
        .isNotEmpty()
        .allSatisfy(
            change -> assertThat(change.place().input()).isEqualTo(Json.parse("{\"n\": 1}")));
  }

  @Test
  void shouldKeepALimitedNumberOfTimelinesBecauseEachHoldsTheDataOfItsExecution() {
    for (int number = 0; number <= ExecutionTimelines.MAX_TIMELINES; number++) {
      read(number);
    }
    folded.clear();

    read(ExecutionTimelines.MAX_TIMELINES);
    assertThat(folded).isEmpty();
    read(0);
    assertThat(folded).hasSize(1);
  }
}
