package dev.pawl.testkit.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.testkit.FlowRun;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LifecycleTest {

  @Test
  void shouldReachEveryStatus() {
    assertThat(reachable(Status.PENDING, Lifecycle::after, Status.class))
        .containsExactlyInAnyOrder(Status.values());
    assertThat(reachable(StepStatus.PENDING, Lifecycle::after, StepStatus.class))
        .containsExactlyInAnyOrder(StepStatus.values());
  }

  @Test
  void shouldEndExactlyWhereAStatusIsTerminal() {
    for (Status status : Status.values()) {
      assertThat(Lifecycle.after(status).isEmpty()).as("%s", status).isEqualTo(status.isTerminal());
    }
  }

  @Test
  void shouldReachAnEndFromEveryStatus() {
    for (Status status : Status.values()) {
      assertThat(reachable(status, Lifecycle::after, Status.class))
          .as("%s", status)
          .anyMatch(Status::isTerminal);
    }
    Set<StepStatus> working = EnumSet.of(StepStatus.PENDING, StepStatus.RUNNING);
    for (StepStatus status : working) {
      assertThat(Lifecycle.after(status)).as("%s", status).anyMatch(s -> !working.contains(s));
    }
  }

  @Test
  void shouldNotWorkOnAnEndedStep() {
    for (StepStatus status : EnumSet.range(StepStatus.SUCCEEDED, StepStatus.CANCELLED)) {
      assertThat(reachable(status, Lifecycle::after, StepStatus.class))
          .as("%s", status)
          .doesNotContain(StepStatus.PENDING, StepStatus.RUNNING);
    }
  }

  private static <S extends Enum<S>> Set<S> reachable(
      S from, Function<S, Set<S>> moves, Class<S> type) {
    Set<S> seen = EnumSet.noneOf(type);
    Deque<S> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      S next = open.pop();
      if (seen.add(next)) {
        open.addAll(moves.apply(next));
      }
    }
    return seen;
  }

  static Stream<String> names() {
    return Varied.runs().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldMakeAllowedTransitionsOnly(String name) {
    FlowRun run = Varied.runs().get(name).get();

    Map<StepId, StepStatus> at = new HashMap<>();
    for (StepChange line : run.lines()) {
      StepStatus before = at.put(line.id(), line.status());
      if (before != null && before != line.status()) {
        assertThat(Lifecycle.after(before)).as("%s", line).contains(line.status());
      }
    }
    Status status = Status.PENDING;
    Execution execution = Execution.notStarted(run.id());
    Interpreter interpreter = new Interpreter(run.flow());
    for (RecordedFact fact : run.journal().facts(run.id())) {
      execution = interpreter.advance(execution, fact).execution();
      if (execution.status() != status && status != Status.PENDING) {
        assertThat(Lifecycle.after(status)).contains(execution.status());
      }
      status = execution.status();
    }
    assertThat(status.isTerminal()).isTrue();
  }
}
