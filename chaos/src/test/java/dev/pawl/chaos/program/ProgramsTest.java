package dev.pawl.chaos.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.chaos.node.LedgerHandlers;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.TaskToken;
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
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProgramsTest {

  @ParameterizedTest
  @MethodSource
  void shouldPredictTheResultOfNamedPrograms(Program program) throws Exception {
    shouldEndAsPredicted(program);
  }

  static List<Program> shouldPredictTheResultOfNamedPrograms() {
    return List.of(
        Programs.five(),
        Programs.chain(3),
        Programs.listener(),
        Programs.sleeper(2),
        Programs.gates(),
        Programs.everything(),
        HardPrograms.items(5),
        HardPrograms.alarm(Instant.EPOCH.plusSeconds(9)));
  }

  private static void shouldEndAsPredicted(Program program) throws Exception {
    InMemoryHandlers handlers = new InMemoryHandlers(program);
    InMemoryEngine engine =
        new InMemoryEngine(handlers, new VirtualTime(Instant.EPOCH), new InMemoryJournal());
    handlers.callback =
        (token, result) -> engine.after(Duration.ofSeconds(1), () -> engine.succeed(token, result));

    ExecutionId id =
        engine.start(
            handlers.flow(program.flow()).orElseThrow(), program.flow(), program.input("r"));
    program
        .events()
        .forEach(
            event -> engine.apply(id, new Fact.EventArrived(event.name(), Program.payload(event))));
    engine.run();

    Execution ended = engine.execution(id);
    assertThat(ended.status()).as(program.toString()).isEqualTo(program.expected().status());
    assertThat(ended.output().flatMap(output -> output.get("n")))
        .as(program.toString())
        .isEqualTo(program.expected().counter());
    assertThat(handlers.effects).isEqualTo(program.expected().effects());
  }

  /** The handlers of programs, in memory. */
  private static final class InMemoryHandlers implements ExecutionPorts {
    final Map<String, Integer> effects = new TreeMap<>();
    private final LedgerHandlers handlers = new LedgerHandlers(0, "nobody");
    private final Program program;
    private BiConsumer<TaskToken, Json> callback = (token, result) -> {};

    InMemoryHandlers(Program program) {
      this.program = program;
    }

    @Override
    public Optional<Flow> flow(String code) {
      return Optional.ofNullable(program.documents().get(code))
          .map(
              text -> {
                assertThat(Definitions.read(text).findings()).as(text).isEmpty();
                return Definitions.read(text).flow().orElseThrow();
              });
    }

    @Override
    public Optional<Handler> handler(String resource) {
      return Optional.of(
          switch (resource) {
            case "echo" -> HandlerCall::input;
            case "items" -> LedgerHandlers::readItems;
            case "results" -> LedgerHandlers::writeResults;
            default -> this::handle;
          });
    }

    private Json handle(HandlerCall call) throws HandlerException {
      effects.merge(member(call, "label"), 1, Integer::sum);
      int failures = Integer.parseInt(member(call, "failures"));
      if (call.attempt() <= failures) {
        throw new HandlerException(
            failures == Integer.MAX_VALUE ? AslWriter.FATAL : AslWriter.FLAKY, "on purpose");
      }
      Json result = JsonObject.of("n", JsonNumber.of(Integer.parseInt(member(call, "adds"))));
      call.taskToken().ifPresent(token -> callback.accept(TaskToken.parse(token), result));
      return result;
    }

    private static String member(HandlerCall call, String name) {
      return call.input().get(name).orElseThrow().asText();
    }
  }
}
