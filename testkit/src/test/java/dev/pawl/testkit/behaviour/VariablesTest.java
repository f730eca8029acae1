package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;

class VariablesTest {

  @Test
  void shouldAssignAllAtOnceFromTheValuesBefore() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Set
                States:
                  Set: {Type: Pass, Assign: {a: 1, b: 2}, Next: Swap}
                  Swap: {Type: Pass, Assign: {"a.$": $b, "b.$": $a}, Next: Show}
                  Show: {Type: Pass, Parameters: {"a.$": $a, "b.$": $b}, End: true}
                """)
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"a\": 2, \"b\": 1}"));
  }

  @Test
  void shouldNotSeeInOutputWhatTheSameStateAssigns() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Set
                States:
                  Set: {Type: Pass, Assign: {a: 1}, Next: Both}
                  Both: {Type: Pass, Assign: {a: 2}, Output: "{% $a %}", Next: Show}
                  Show: {Type: Pass, Output: {before: "{% $states.input %}", after: "{% $a %}"},
                         End: true}
                """)
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"before\": 1, \"after\": 2}"));
  }

  @Test
  void shouldAssignFromTheResultOfATask() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    ResultSelector: {"n.$": $.deep.n}
                    ResultPath: null
                    Assign: {"n.$": $.n}
                    Next: Show
                  Show: {Type: Pass, Parameters: {"in.$": $, "n.$": $n}, End: true}
                """)
            .handler("work", answering("{\"deep\": {\"n\": 5}}"))
            .start("{\"a\": 1}");

    assertThat(run.output()).isEqualTo(json("{\"in\": {\"a\": 1}, \"n\": 5}"));
  }

  private static final String SCOPES =
      """
      StartAt: Set
      States:
        Set: {Type: Pass, Assign: {x: outer}, Next: Fan}
        Fan:
          Type: Parallel
          Branches:
            - StartAt: A1
              States:
                A1: {Type: Pass, Assign: {y: a, "seen.$": $x}, Next: A2}
                A2: {Type: Pass, Parameters: {"y.$": $y, "seen.$": $seen}, End: true}
            - StartAt: B1
              States:
                B1: {Type: Wait, Seconds: 5, Next: B2}
                B2: {Type: Choice, Default: B3,
                     Choices: [{Variable: $y, IsPresent: true, Next: Leaked}]}
                Leaked: {Type: Fail, Error: Leaked}
                B3: {Type: Pass, Parameters: {"x.$": $x}, End: true}
          ResultPath: $.branches
          Next: After
        After: {Type: Choice, Default: Show,
                Choices: [{Variable: $y, IsPresent: true, Next: Leak}]}
        Show: {Type: Pass, Parameters: {"branches.$": $.branches, "x.$": $x}, End: true}
        Leak: {Type: Fail, Error: Leaked}
      """;

  @Test
  void shouldReadOuterVariablesInsideAndKeepInnerOnesThere() {
    FlowRun run = FlowRun.of(SCOPES).start("{}").finish();

    assertThat(run.output())
        .isEqualTo(
            json(
                """
                {"branches": [{"y": "a", "seen": "outer"}, {"x": "outer"}], "x": "outer"}
                """));
  }

  @Test
  void shouldKeepScopesOverACrash() {
    FlowRun run = FlowRun.of(SCOPES).start("{}").crash().finish();

    assertThat(run.output().get("x")).contains(json("\"outer\""));
  }

  @Test
  void shouldIsolateItemsOfAMap() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: Ask
                      States:
                        Ask:
                          Type: Choice
                          Choices:
                            - {Variable: $seen, IsPresent: true, Next: Dirty}
                          Default: Set
                        Set: {Type: Pass, Assign: {seen: true}, Next: Nap}
                        Nap: {Type: Wait, Seconds: 1, End: true}
                        Dirty: {Type: Fail, Error: Dirty}
                    End: true
                """)
            .start("[1, 2, 3]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[1, 2, 3]"));
  }

  @Test
  void shouldForgetInnerVariablesWhenAForkIsTriedAgain() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Retry: [{ErrorEquals: [Busy]}]
                    Branches:
                      - StartAt: Ask
                        States:
                          Ask:
                            Type: Choice
                            Choices: [{Variable: $seen, IsPresent: true, Next: Dirty}]
                            Default: Set
                          Set: {Type: Pass, Assign: {seen: true}, Next: Work}
                          Work: {Type: Task, Resource: work, End: true}
                          Dirty: {Type: Fail, Error: Dirty}
                    End: true
                """)
            .handler("work", failing("Busy", 1))
            .start("{}")
            .finish();

    assertThat(run.output()).isEqualTo(json("[{}]"));
  }

  @Test
  void shouldAssignInCatchersAndRules() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Work
                States:
                  Work:
                    Type: Task
                    Resource: work
                    Assign: {how: well}
                    Catch:
                      - ErrorEquals: [States.ALL]
                        Assign: {"how.$": $.Error}
                        ResultPath: null
                        Next: Which
                    End: true
                  Which:
                    Type: Choice
                    Choices:
                      - {Variable: $how, StringEquals: Broken, Next: Show, Assign: {rule: first}}
                    Default: Show
                    Assign: {rule: none}
                  Show: {Type: Pass, Parameters: {"how.$": $how, "rule.$": $rule}, End: true}
                """)
            .handler("work", failing("Broken"))
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"how\": \"Broken\", \"rule\": \"first\"}"));
  }

  @Test
  void shouldAssignNothingWhenAStateFails() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Set
                States:
                  Set: {Type: Pass, Assign: {x: 1}, Next: Work}
                  Work:
                    Type: Task
                    Resource: work
                    Assign: {x: 2, "y.$": "States.MathAdd($.missing, 1)"}
                    Catch: [{ErrorEquals: [States.ALL], Next: Show}]
                    End: true
                  Show: {Type: Pass, Parameters: {"x.$": $x}, End: true}
                """)
            .handler("work", answering("{}"))
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"x\": 1}"));
  }

  @Test
  void shouldFailWhereAVariableWasNeverAssigned() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Which
                States:
                  Which:
                    Type: Choice
                    Choices: [{Variable: $.set, BooleanEquals: true, Next: Set}]
                    Default: Show
                  Set: {Type: Pass, Assign: {x: 1}, Next: Show}
                  Show: {Type: Pass, Parameters: {"x.$": $x}, End: true}
                """)
            .start("{\"set\": false}");

    assertThat(run.error()).isEqualTo("States.Runtime");
    assertThat(run.cause()).contains("'x'");
  }

  @Test
  void shouldNotSeeOuterVariablesInADistributedMap() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Set
                States:
                  Set: {Type: Pass, Assign: {x: 1}, Next: Each}
                  Each:
                    Type: Map
                    ItemSelector: {"x.$": $x, "item.$": $$.Map.Item.Value}
                    ItemProcessor:
                      ProcessorConfig: {Mode: DISTRIBUTED}
                      StartAt: In
                      States:
                        In:
                          Type: Choice
                          Choices: [{Variable: $x, IsPresent: true, Next: Seen}]
                          Default: Fine
                        Seen: {Type: Fail, Error: Seen}
                        Fine: {Type: Pass, End: true}
                    End: true
                """)
            .start("[7]")
            .finish();

    assertThat(run.output()).isEqualTo(json("[{\"x\": 1, \"item\": 7}]"));
  }
}
