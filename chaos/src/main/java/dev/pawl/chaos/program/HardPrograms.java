package dev.pawl.chaos.program;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Programs with difficult handlers, items or timers. */
public final class HardPrograms {

  private static final String OUTPUT =
      "\"Output\": \"{% $merge([$states.input, {'n': $states.input.n + $states.result.n}]) %}\"";

  private static final String CAUGHT =
      """
      "Catch": [{
        "ErrorEquals": ["States.Timeout"],
        "Output": "{% $merge([$states.input, {'n': $states.input.n + 5}]) %}",
        "Next": "after"
      }]\
      """;

  private HardPrograms() {}

  /** A call that exceeds its timeout on every attempt until the flow gives up. */
  public static Program slow(int answersAfterMillis) {
    return troubled(
        "slow",
        task("ledger", "slow", "\"after\": " + answersAfterMillis)
            .formatted(
                """
                "TimeoutSeconds": 1,
                "Retry": [{
                  "ErrorEquals": ["States.Timeout"],
                  "IntervalSeconds": 1, "BackoffRate": 1, "MaxAttempts": 2
                }],
                """
                    + CAUGHT),
        3);
  }

  /** A call that is never answered. */
  public static Program unanswered() {
    return troubled(
        "unanswered",
        task("ledger", "unanswered", "\"after\": 86400000")
            .formatted("\"TimeoutSeconds\": 1, " + CAUGHT),
        1);
  }

  /** A call that computes without end and ignores interruption. */
  public static Program busy() {
    return troubled(
        "busy",
        task("stubborn", "busy", "\"after\": 0").formatted("\"TimeoutSeconds\": 1, " + CAUGHT),
        1);
  }

  /** A call whose first attempt answers while the second one runs. */
  public static Program lateAnswers() {
    String state =
        task("first-late", "late", "\"failures\": 0")
            .formatted(
                """
                "TimeoutSeconds": 1,
                "Retry": [{
                  "ErrorEquals": ["States.Timeout"], "IntervalSeconds": 1, "MaxAttempts": 3
                }]
                """);
    return troubled("late", state, 4);
  }

  /** Calls a module, sleeps, and calls it again. */
  public static Program modular() {
    return BlockProgram.of(
        "modular",
        List.of(
            module("earlier"),
            new Block.TimedWait("sleep", 6),
            module("later"),
            new Block.LedgerCall("after", 2)),
        Map.of());
  }

  private static Block module(String label) {
    String state = task("module", label, "\"failures\": 0").formatted("\"Comment\": \"\"");
    return new Block.CustomState(label, parse(state), 5, 1);
  }

  private static String task(String resource, String label, String more) {
    return """
    {
      "Type": "Task", "Resource": "RESOURCE",
      "Arguments": {
        "run": "{%% $states.input.run %%}", "label": "{%% $states.input.at & 'LABEL' %%}",
        "adds": 5, MORE
      },
      OUTPUT,
      %s
    }\
    """
        .replace("RESOURCE", resource)
        .replace("LABEL", label)
        .replace("MORE", more)
        .replace("OUTPUT", OUTPUT.replace("%", "%%"));
  }

  private static Program troubled(String name, String state, int attempts) {
    return BlockProgram.of(
        name,
        List.of(
            new Block.LedgerCall("before", 1),
            new Block.CustomState(name, parse(state), 5, attempts),
            new Block.LedgerCall("after", 2)),
        Map.of());
  }

  /** A distributed Map over {@code count} items. */
  public static Program items(int count) {
    String map =
        """
        {
          "Type": "Map",
          "MaxConcurrency": 100,
          "ItemReader": {"Resource": "items", "Arguments": {"count": %d}},
          "ItemSelector": {
            "run": "{%% $states.input.run %%}", "n": "{%% $states.context.Map.Item.Value %%}"
          },
          "ItemProcessor": {
            "ProcessorConfig": {"Mode": "DISTRIBUTED"},
            "StartAt": "echo",
            "States": {"echo": {
              "Type": "Task", "Resource": "echo",
              "Arguments": {"n": "{%% $states.input.n %%}"}, "End": true
            }}
          },
          "ResultWriter": {"Resource": "results"},
          "Output": "{%% $merge([$states.input,
            {'n': $states.input.n + $states.result.n + 1000000000000 * $states.result.misplaced}]) %%}"
        }\
        """
            .formatted(count);
    return BlockProgram.of(
        "items-" + count,
        List.of(
            new Block.LedgerCall("before", 1),
            new Block.CustomState("each", parse(map), (long) count * (count + 1) / 2, 0),
            new Block.LedgerCall("after", 2)),
        Map.of());
  }

  /** Sleeps until a time that many executions share. */
  public static Program alarm(Instant at) {
    String wait = "{\"Type\": \"Wait\", \"Timestamp\": \"%s\"}".formatted(at);
    return BlockProgram.of(
        "alarm",
        List.of(
            new Block.CustomState("sleep", parse(wait), 0, 0), new Block.LedgerCall("woken", 1)),
        Map.of());
  }

  private static JsonObject parse(String text) {
    return (JsonObject) JsonText.parse(text.replaceAll("\\n\\s+", " "));
  }
}
