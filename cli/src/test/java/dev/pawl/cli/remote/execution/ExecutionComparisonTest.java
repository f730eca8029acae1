package dev.pawl.cli.remote.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.remote.execution.ExecutionComparison.Difference;
import dev.pawl.cli.remote.execution.ExecutionComparison.Divergence;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Executions are compared by states and visits, and their first difference is found. */
class ExecutionComparisonTest {

  private static ComparedStep step(String frame, int visit, String state, String input) {
    return new ComparedStep(
        frame + "@" + visit, frame, state, "SUCCEEDED", "", input, "out", Optional.of(10L));
  }

  private static ComparedStep ended(ComparedStep step, String status, String output, long took) {
    return new ComparedStep(
        step.id(),
        step.frame(),
        step.state(),
        status,
        status.equals("FAILED") ? "Oops" : "",
        step.input(),
        output,
        Optional.of(took));
  }

  private static String first(List<ComparedStep> left, List<ComparedStep> right) {
    return ExecutionComparison.of(left, right)
        .first()
        .map((Divergence one) -> one.kind() + " " + one.row().any().state())
        .orElse("none");
  }

  @Test
  void shouldFindNoDifferenceOfEqualExecutions() {
    List<ComparedStep> steps = List.of(step("/", 1, "A", "x"), step("/", 2, "B", "y"));

    assertThat(first(steps, steps)).isEqualTo("none");
    assertThat(ExecutionComparison.of(steps, steps).rows()).isEqualTo(2);
  }

  @Test
  void shouldFindTheFirstStepOfOneOnly() {
    List<ComparedStep> left =
        List.of(step("/", 1, "A", "x"), step("/", 2, "B", "y"), step("/", 3, "C", "z"));
    List<ComparedStep> right = List.of(step("/", 1, "A", "x"), step("/", 2, "C", "z"));

    assertThat(first(left, right)).isEqualTo("PATH B");
    assertThat(ExecutionComparison.of(left, right).count(Difference.PATH)).isEqualTo(1);
  }

  @Test
  void shouldRegardAnInputBeforeWhatHappensInside() {
    ComparedStep fan = step("/", 1, "Fan", "x");
    List<ComparedStep> left = List.of(fan, step("/Fan#1/0", 1, "Pay", "a"));
    List<ComparedStep> right =
        List.of(ended(fan, "FAILED", "", 10), step("/Fan#1/0", 1, "Pay", "b"));

    assertThat(first(left, right)).isEqualTo("INPUT Pay");
    assertThat(first(left, List.of(ended(fan, "FAILED", "", 10), step("/Fan#1/0", 1, "Pay", "a"))))
        .isEqualTo("ERROR Fan");
  }

  @Test
  void shouldPairForksOfDifferentVisitNumbers() {
    List<ComparedStep> left = List.of(step("/", 1, "Fan", "x"), step("/Fan#1/0", 1, "Pay", "a"));
    List<ComparedStep> right =
        List.of(
            step("/", 1, "Check", "x"), step("/", 2, "Fan", "x"), step("/Fan#2/0", 1, "Pay", "a"));

    ExecutionComparison comparison = ExecutionComparison.of(left, right);

    assertThat(comparison.rows()).isEqualTo(3);
    assertThat(comparison.count(Difference.PATH)).isEqualTo(1);
  }

  @Test
  void shouldRegardDurationsLast() {
    ComparedStep a = step("/", 1, "A", "x");
    ComparedStep b = step("/", 2, "B", "y");
    List<ComparedStep> left = List.of(ended(a, "SUCCEEDED", "out", 3_000), b);

    assertThat(first(left, List.of(a, b))).isEqualTo("DURATION A");
    assertThat(first(left, List.of(a, ended(b, "SUCCEEDED", "other", 10)))).isEqualTo("OUTPUT B");
    assertThat(first(List.of(a, b), List.of(ended(a, "SUCCEEDED", "out", 400), b)))
        .isEqualTo("none");
  }
}
