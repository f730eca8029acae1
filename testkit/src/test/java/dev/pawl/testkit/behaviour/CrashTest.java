package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crash between any two things that happen changes nothing but how often handlers are called. */
class CrashTest {

  private static final String CHILD =
      """
      StartAt: Work
      States:
        Work: {Type: Task, Resource: work, Retry: [{ErrorEquals: [Busy]}], Next: Nap}
        Nap: {Type: Wait, Seconds: 3, End: true}
      """;

  private static final String ITEMS =
      """
      StartAt: Each
      States:
        Each:
          Type: Map
          ItemReader: {Resource: rows, ReaderConfig: {InputType: JSON}}
          MaxConcurrency: 2
          ItemProcessor:
            ProcessorConfig: {Mode: DISTRIBUTED}
            StartAt: Work
            States:
              Work: {Type: Task, Resource: work, Retry: [{ErrorEquals: [Busy]}], Next: Call}
              Call: {Type: Task, Resource: flow:child.sync, TimeoutSeconds: 100, End: true}
          ResultWriter: {Resource: sink}
          End: true
      """;

  private static final String SAGA =
      """
      StartAt: Fan
      States:
        Fan:
          Type: Parallel
          Branches:
            - StartAt: A
              States:
                A: {Type: Task, Resource: work, Retry: [{ErrorEquals: [Busy]}], Next: B,
                    Compensate: {Resource: work, Retry: [{ErrorEquals: [Busy]}]}}
                B: {Type: Task, Resource: flow:child.sync, Compensate: {Resource: flow:child.sync},
                    Next: C}
                C: {Type: Wait, Seconds: 1, Next: D}
                D: {Type: Fail, Error: Broken}
            - StartAt: Plan
              States:
                Plan:
                  Type: Graph
                  Nodes:
                    x: {Type: Task, Resource: work, Retry: [{ErrorEquals: [Busy]}],
                        Compensate: {Resource: never, TimeoutSeconds: 7}}
                    w: {Type: Wait, Seconds: 3}
                    y: {Type: Task, Resource: flow:child.sync, DependsOn: [w, x]}
                    z: {Type: Wait, Seconds: 60, DependsOn: [y]}
                  End: true
          End: true
      """;

  private static Flow flow(String definition) {
    return Definitions.read(definition).flow().orElseThrow();
  }

  /** Handlers that answer by what they are asked alone, as often as they are asked. */
  private static final class Steady implements ExecutionPorts {

    @Override
    public Optional<Handler> handler(String resource) {
      return switch (resource) {
        case "work" -> Optional.of(this::work);
        case "never" -> Optional.empty();
        default -> Optional.of(Steady::readOrWrite);
      };
    }

    private Json work(HandlerCall call) throws HandlerException {
      if (call.attempt() == 1) {
        throw new HandlerException("Busy", "for now");
      }
      return call.input();
    }

    @Override
    public Optional<Flow> flow(String code) {
      return Optional.of(CrashTest.flow(CHILD));
    }

    private static Json readOrWrite(HandlerCall call) {
      return call.input().get(Command.WriteResults.RESULTS).orElse(json("[1, 2, 3]"));
    }
  }

  private record Result(Execution execution, List<Status> executions, int happened) {}

  /** Runs to the end, with a crash after each of the given things have happened. */
  private static Result run(String definition, Set<Integer> crashes) throws InterruptedException {
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T09:30:00Z"));
    InMemoryEngine engine = new InMemoryEngine(new Steady(), time, new InMemoryJournal());
    ExecutionId id = engine.start(flow(definition), "test", json("{\"n\": 1}"));
    int happened = 0;
    do {
      if (crashes.contains(happened)) {
        engine.recover();
      }
      happened++;
    } while (engine.runNext());
    return new Result(
        engine.execution(id),
        engine.executions().stream().map(Execution::status).sorted().toList(),
        happened);
  }

  @ParameterizedTest
  @ValueSource(strings = {CHILD, ITEMS, SAGA})
  void shouldReachTheSameEnd(String definition) throws InterruptedException {
    Result smooth = run(definition, Set.of());
    assertThat(smooth.execution().status().isTerminal()).isTrue();

    for (int i = 0; i < smooth.happened(); i++) {
      Result rough = run(definition, Set.of(i));

      assertThat(rough.execution().ending())
          .as("crash at %d", i)
          .isEqualTo(smooth.execution().ending());
      assertThat(rough.executions()).as("crash at %d", i).isEqualTo(smooth.executions());
    }
  }

  @Test
  void shouldReachTheSameEndDespiteConstantCrashes() throws InterruptedException {
    for (String definition : List.of(CHILD, ITEMS, SAGA)) {
      Result smooth = run(definition, Set.of());
      Set<Integer> often = new HashSet<>();
      for (int i = 0; i < 10 * smooth.happened(); i += 7) {
        often.add(i);
      }

      Result rough = run(definition, often);

      assertThat(rough.execution().ending()).isEqualTo(smooth.execution().ending());
      assertThat(rough.executions()).isEqualTo(smooth.executions());
    }
  }
}
