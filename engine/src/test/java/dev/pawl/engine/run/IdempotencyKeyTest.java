package dev.pawl.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyKeyTest {

  private static final ExecutionId ID =
      new ExecutionId(UUID.fromString("0198c2f4-1111-7222-8333-444455556666"));

  private static final List<String> NAMES =
      List.of(
          "Fan",
          "Fan out",
          "Fan.3.1",
          "Fan/3/1",
          "Größe",
          "~0020",
          " ",
          "",
          "a\r\nb",
          "\"quoted\"",
          "100%",
          "\uD83D\uDE00",
          "\uD83D",
          "\uD83E",
          "x".repeat(80),
          "x".repeat(500),
          "x".repeat(501),
          "ü".repeat(500));

  private static String key(FrameId frame, int visit) {
    return HandlerInvocations.idempotencyKey(ID, new StepId(frame, visit), 1);
  }

  @Test
  void shouldBeReadable() {
    assertThat(key(FrameId.ROOT, 4)).isEqualTo(ID + ".4");
    assertThat(key(FrameId.ROOT.child("Fan out", 3, "1"), 2)).isEqualTo(ID + ".Fan~0020out.3.1.2");
    assertThat(HandlerInvocations.idempotencyKey(ID, new StepId(FrameId.ROOT, 4), -1))
        .isEqualTo(ID + ".4.items");
  }

  static Stream<FrameId> frames() {
    Stream<FrameId> one = NAMES.stream().map(name -> FrameId.ROOT.child(name, 3, "1"));
    Stream<FrameId> nodes = NAMES.stream().map(name -> FrameId.ROOT.child("Graph", 1, name));
    Stream<FrameId> deep =
        NAMES.stream().map(name -> FrameId.ROOT.child("A", 1, "0").child(name, 2, "7"));
    return Stream.of(Stream.of(FrameId.ROOT, FrameId.COMPENSATION, FrameId.END), one, nodes, deep)
        .flatMap(frames -> frames);
  }

  @ParameterizedTest
  @MethodSource("frames")
  void shouldFitIntoUrlsAndHeaders(FrameId frame) {
    for (int visit : new int[] {1, Integer.MAX_VALUE}) {
      StepId step = new StepId(frame, visit);

      assertThat(HandlerInvocations.idempotencyKey(ID, step, 1)).matches("[A-Za-z0-9._~-]{1,128}");
      assertThat(HandlerInvocations.idempotencyKey(ID, step, -1)).matches("[A-Za-z0-9._~-]{1,128}");
    }
  }

  @Test
  void shouldDifferForDifferentStepsAndNotForAttempts() {
    Set<String> keys = new HashSet<>();
    Set<StepId> steps = new HashSet<>();
    for (FrameId frame : frames().toList()) {
      for (int visit : new int[] {1, 11, 111}) {
        steps.add(new StepId(frame, visit));
      }
    }
    for (StepId step : steps) {
      keys.add(HandlerInvocations.idempotencyKey(ID, step, 1));
      keys.add(HandlerInvocations.idempotencyKey(ID, step, 2));
      keys.add(HandlerInvocations.idempotencyKey(ID, step, -1));
    }

    assertThat(keys).hasSize(2 * steps.size());
  }
}
