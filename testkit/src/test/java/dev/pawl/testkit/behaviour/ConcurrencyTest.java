package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.FlowRun;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyTest {

  private static final String EACH =
      """
      StartAt: Each
      States:
        Each:
          Type: Map
          MaxConcurrency: %d
          ItemProcessor:
            ProcessorConfig: {Mode: %s}
            StartAt: Work
            States:
              Work: {Type: Task, Resource: work, Next: Nap}
              Nap: {Type: Wait, Seconds: 10, End: true}
          End: true
      """;

  private static String numbers(int count) {
    return IntStream.range(0, count)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 7, INLINE, 70",
    "3, 7, INLINE, 30",
    "7, 7, INLINE, 10",
    "9, 7, INLINE, 10",
    "0, 7, INLINE, 10",
    "1, 7, DISTRIBUTED, 70",
    "3, 7, DISTRIBUTED, 30",
    "0, 7, DISTRIBUTED, 10",
    "5, 0, INLINE, 0",
    "5, 0, DISTRIBUTED, 0",
    "10, 1000, INLINE, 1000",
  })
  void shouldProcessAllItemsWithinTheConcurrencyLimit(
      int concurrency, int items, String mode, long seconds) {
    FlowRun run =
        FlowRun.of(EACH.formatted(concurrency, mode))
            .handler("work", Given.echo())
            .start(numbers(items));
    var start = run.now();

    run.finish();

    assertThat(run.output()).isEqualTo(json(numbers(items)));
    assertThat(run.calls("work")).hasSize(items);
    assertThat(run.now()).isEqualTo(start.plusSeconds(seconds));
    if (concurrency > 0) {
      assertThat(
              run.calls("work").stream()
                  .collect(Collectors.groupingBy(FlowRun.Called::at, Collectors.counting()))
                  .values())
          .allSatisfy(together -> assertThat(together).isLessThanOrEqualTo(concurrency));
    }
  }

  @Test
  void shouldStartTheNextItemAsSoonAsAnyEnds() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    MaxConcurrency: 2
                    ItemProcessor:
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    End: true
                """)
            .hanging("work")
            .start("[1, 2, 3, 4]");

    assertThat(run.calls("work")).hasSize(2);
    run.succeed("Work", "\"second\"");
    assertThat(run.calls("work")).hasSize(3);
    run.succeed("Work", "\"third\"");
    assertThat(run.calls("work")).hasSize(4);
    run.succeed("Work", "\"fourth\"");
    assertThat(run.execution().output()).isEmpty();
    run.succeed("Work", "\"first\"");

    assertThat(run.output()).isEqualTo(json("[\"first\", \"second\", \"third\", \"fourth\"]"));
  }

  @Test
  void shouldCountAnItemThatBacksOffAsRunning() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    MaxConcurrency: 1
                    ItemProcessor:
                      StartAt: Work
                      States:
                        Work:
                          Type: Task
                          Resource: work
                          Retry: [{ErrorEquals: [Busy], IntervalSeconds: 30}]
                          End: true
                    End: true
                """)
            .handler("work", Given.failing("Busy", 1))
            .start("[1, 2]");

    assertThat(run.calls("work")).hasSize(1);
    run.finish();

    assertThat(run.calls("work"))
        .extracting(c -> c.call().input().toString())
        .containsExactly("1", "1", "2");
  }

  @Test
  void shouldTakeTheConcurrencyFromAPath() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemsPath: $.items
                    MaxConcurrencyPath: $.at_once
                    ItemProcessor:
                      StartAt: Work
                      States: {Work: {Type: Task, Resource: work, End: true}}
                    End: true
                """)
            .hanging("work")
            .start("{\"items\": [1, 2, 3], \"at_once\": 2}");

    assertThat(run.calls("work")).hasSize(2);
  }
}
