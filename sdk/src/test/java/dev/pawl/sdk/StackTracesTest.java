package dev.pawl.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackTracesTest {

  /** An exception that does not know where it was thrown. */
  private static final class Bare extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Bare() {
      super("bare", null, false, false);
    }
  }

  @Test
  void shouldPrintAnExceptionWithItsCauses() {
    Exception cause = new IllegalStateException("the reason");
    String trace = StackTraces.of(new RuntimeException("it broke", cause)).orElseThrow();

    assertThat(trace)
        .startsWith("java.lang.RuntimeException: it broke\n\tat " + StackTracesTest.class.getName())
        .contains("\nCaused by: java.lang.IllegalStateException: the reason\n\tat ")
        .contains(" more")
        .doesNotContain("truncated");
  }

  @Test
  void shouldTruncateLongTextsVisibly() {
    Exception deep = new RuntimeException("ü".repeat(100_000));
    for (int i = 0; i < 1_000; i++) {
      deep = new RuntimeException("around " + i, deep);
    }

    for (String trace :
        List.of(
            StackTraces.of(deep).orElseThrow(),
            StackTraces.shortened("ü".repeat(5_000)),
            StackTraces.shortened("x" + "😀".repeat(5_000)))) {
      assertThat(trace).endsWith("\n... (truncated)");
      assertThat(trace.getBytes(StandardCharsets.UTF_8).length)
          .isBetween(StackTraces.MAX_BYTES - 10, StackTraces.MAX_BYTES);
    }
    String fits = "x".repeat(StackTraces.MAX_BYTES);
    assertThat(StackTraces.shortened(fits)).isEqualTo(fits);
  }

  @Test
  void shouldEndAtCyclicCauses() {
    Exception first = new IllegalStateException("first");
    Exception second = new IllegalStateException("second", first);
    first.initCause(second);

    assertThat(StackTraces.of(first).orElseThrow())
        .containsOnlyOnce("IllegalStateException: first")
        .containsOnlyOnce("IllegalStateException: second");
  }

  @Test
  void shouldHaveNoStackTraceForAnExceptionWithoutOne() {
    assertThat(StackTraces.of(new Bare())).isEmpty();
  }
}
