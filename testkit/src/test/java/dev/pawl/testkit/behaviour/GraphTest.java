package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.abandoned;
import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failed;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;

class GraphTest {

  private static FlowRun graph(String nodes) {
    return FlowRun.of(
        "StartAt: Plan\nStates:\n  Plan:\n    Type: Graph\n    End: true\n    Nodes:\n"
            + nodes.indent(6));
  }

  private static final String DIAMOND =
      """
      top: {Type: Task, Resource: top}
      left: {Type: Task, Resource: left, DependsOn: [top]}
      right: {Type: Task, Resource: right, DependsOn: [top]}
      bottom: {Type: Task, Resource: bottom, DependsOn: [left, right],
               Parameters: {"seen.$": $$.Graph.Results, "in.$": $}}
      """;

  @Test
  void shouldRunADiamondInTheOrderOfItsDependencies() {
    FlowRun run =
        graph(DIAMOND)
            .hanging("top")
            .hanging("left")
            .hanging("right")
            .handler("bottom", echo())
            .start("{\"a\": 1}");

    assertThat(run.trace()).containsExactly("Plan RUNNING", "top RUNNING");
    run.succeed("top", "1");
    assertThat(run.trace())
        .containsExactly("Plan RUNNING", "top SUCCEEDED", "left RUNNING", "right RUNNING");
    run.succeed("right", "3");
    assertThat(run.calls("bottom")).isEmpty();
    run.succeed("left", "2");

    assertThat(run.output())
        .isEqualTo(
            json(
                """
                {"top": 1, "left": 2, "right": 3,
                 "bottom": {"seen": {"top": 1, "left": 2, "right": 3}, "in": {"a": 1}}}
                """));
  }

  @Test
  void shouldSeeResultsOfDependenciesOnly() {
    FlowRun run =
        graph(
                """
                a: {Type: Task, Resource: a}
                b: {Type: Task, Resource: a}
                c: {Type: Pass, DependsOn: [a], Parameters: {"seen.$": $$.Graph.Results}}
                d: {Type: Pass, DependsOn: [c], Parameters: {"seen.$": $$.Graph.Results}}
                """)
            .handler("a", answering("1"))
            .start("{}");

    assertThat(run.output().get("c").flatMap(c -> c.get("seen"))).contains(json("{\"a\": 1}"));
    assertThat(run.output().get("d").flatMap(d -> d.get("seen")))
        .contains(json("{\"a\": 1, \"c\": {\"seen\": {\"a\": 1}}}"));
  }

  private static final String GUARDED =
      """
      price: {Type: Task, Resource: price}
      notify: {Type: Task, Resource: notify, DependsOn: [price],
               When: {Variable: $$.Graph.Results.price.total, NumericGreaterThan: 100}}
      report: {Type: Pass, DependsOn: [notify], Parameters: {"seen.$": $$.Graph.Results}}
      """;

  @Test
  void shouldSkipANodeWhoseGuardDoesNotHold() {
    FlowRun run =
        graph(GUARDED)
            .handler("price", answering("{\"total\": 5}"))
            .handler("notify", answering("true"))
            .start("{}");

    assertThat(run.trace())
        .containsExactly("Plan SUCCEEDED", "price SUCCEEDED", "notify SKIPPED", "report SUCCEEDED");
    assertThat(run.output())
        .isEqualTo(
            json(
                """
                {"price": {"total": 5}, "report": {"seen": {"price": {"total": 5}}}}
                """));
  }

  @Test
  void shouldRunANodeWhoseGuardHolds() {
    FlowRun run =
        graph(GUARDED)
            .handler("price", answering("{\"total\": 500}"))
            .handler("notify", answering("true"))
            .start("{}");

    assertThat(run.output().get("notify")).contains(json("true"));
  }

  @Test
  void shouldGuardByExpressions() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Plan
                States:
                  Plan:
                    Type: Graph
                    Arguments: {n: "{% $states.input.a * 2 %}"}
                    Nodes:
                      a: {Type: Pass, Output: "{% $states.input.n %}"}
                      b: {Type: Pass, DependsOn: [a],
                          When: "{% $states.context.Graph.Results.a = 8 %}", Output: yes}
                      c: {Type: Pass, DependsOn: [a],
                          When: "{% $states.context.Graph.Results.a = 9 %}", Output: no}
                    Output: {got: "{% $states.result %}"}
                    End: true
                """)
            .start("{\"a\": 4}");

    assertThat(run.output()).isEqualTo(json("{\"got\": {\"a\": 8, \"b\": \"yes\"}}"));
  }

  @Test
  void shouldSkipAllNodesIfNoGuardHolds() {
    FlowRun run =
        graph("only: {Type: Pass, When: {Variable: $.go, BooleanEquals: true}}")
            .start("{\"go\": false}");

    assertThat(run.output()).isEqualTo(json("{}"));
  }

  @Test
  void shouldFailWhereAGuardReadsTheResultOfASkippedNode() {
    FlowRun run =
        graph(
                """
                a: {Type: Pass, When: {Variable: $.go, BooleanEquals: true}}
                b: {Type: Pass, DependsOn: [a],
                    When: {Variable: $$.Graph.Results.a, NumericEquals: 1}}
                """)
            .start("{\"go\": false}");

    assertThat(run.error()).isEqualTo("States.Runtime");
  }

  @Test
  void shouldAskInAGuardWhetherANodeWasSkipped() {
    FlowRun run =
        graph(
                """
                a: {Type: Pass, When: {Variable: $.go, BooleanEquals: true}}
                b: {Type: Pass, Result: instead, DependsOn: [a],
                    When: {Variable: $$.Graph.Results.a, IsPresent: false}}
                """)
            .start("{\"go\": false}");

    assertThat(run.output()).isEqualTo(json("{\"b\": \"instead\"}"));
  }

  @Test
  void shouldEndANodeWithTheOutputOfItsCatcher() {
    FlowRun run =
        graph(
                """
                a: {Type: Task, Resource: a,
                    Catch: [{ErrorEquals: [Broken], ResultPath: $.error}]}
                b: {Type: Pass, DependsOn: [a],
                    Parameters: {"why.$": $$.Graph.Results.a.error.Error}}
                """)
            .handler("a", failing("Broken"))
            .start("{\"in\": 1}");

    assertThat(run.output())
        .isEqualTo(
            json(
                """
                {"a": {"in": 1, "error": {"Error": "Broken", "Cause": "as ever"}},
                 "b": {"why": "Broken"}}
                """));
    assertThat(run.trace()).containsExactly("Plan SUCCEEDED", "a FAILED", "b SUCCEEDED");
  }

  @Test
  void shouldRetryANodeByItself() {
    FlowRun run =
        graph(
                """
                a: {Type: Task, Resource: a, Retry: [{ErrorEquals: [Busy], IntervalSeconds: 7}]}
                b: {Type: Task, Resource: b}
                """)
            .handler("a", failing("Busy", 1))
            .handler("b", answering("1"))
            .start("{}")
            .finish();

    assertThat(seconds(run, "a")).containsExactly(0.0, 7.0);
    assertThat(run.calls("b")).hasSize(1);
  }

  @Test
  void shouldRunMachinesAsNodes() {
    FlowRun run =
        graph(
                """
                sub:
                  StartAt: A
                  States:
                    A: {Type: Task, Resource: a, Next: B}
                    B: {Type: Wait, Seconds: 5, End: true}
                end: {Type: Pass, DependsOn: [sub], Parameters: {"x.$": $$.Graph.Results.sub}}
                """)
            .handler("a", answering("{\"n\": 1}"))
            .start("{}")
            .finish();

    assertThat(run.trace())
        .containsExactly("Plan SUCCEEDED", "A SUCCEEDED", "B SUCCEEDED", "end SUCCEEDED");
    assertThat(run.output().get("end")).contains(json("{\"x\": {\"n\": 1}}"));
  }

  @Test
  void shouldNestGraphs() {
    FlowRun run =
        graph(
                """
                outer: {Type: Pass, Result: 1}
                inner:
                  Type: Graph
                  DependsOn: [outer]
                  Nodes:
                    x: {Type: Pass, Parameters: {"seen.$": $$.Graph.Results}}
                    y: {Type: Pass, DependsOn: [x], Parameters: {"seen.$": $$.Graph.Results}}
                """)
            .start("{}");

    assertThat(run.output().get("inner"))
        .contains(json("{\"x\": {\"seen\": {}}, \"y\": {\"seen\": {\"x\": {\"seen\": {}}}}}"));
  }

  @Test
  void shouldCancelRunningNodesAndStartNoOthersWhenOneFails() {
    FlowRun run =
        graph(DIAMOND)
            .handler("top", answering("1"))
            .hanging("left")
            .hanging("right")
            .handler("bottom", echo())
            .start("{}");
    var right = run.at("right");

    AdvanceResult advanced = run.engine().apply(run.id(), failed(run.at("left"), 1, "Broken"));

    assertThat(run.error()).isEqualTo("Broken");
    assertThat(abandoned(advanced.commands())).containsExactly(right);
    assertThat(run.trace())
        .containsExactly("Plan FAILED", "top SUCCEEDED", "left FAILED", "right CANCELLED");
  }

  @Test
  void shouldRetryTheWholeGraphIfConfigured() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Plan
                States:
                  Plan:
                    Type: Graph
                    Retry: [{ErrorEquals: [Busy]}]
                    Nodes:
                      a: {Type: Task, Resource: a}
                      b: {Type: Task, Resource: b, DependsOn: [a]}
                    End: true
                """)
            .handler("a", answering("1"))
            .handler("b", failing("Busy", 1))
            .start("{}")
            .finish();

    assertThat(run.calls("a")).hasSize(2);
    assertThat(run.output()).isEqualTo(json("{\"a\": 1, \"b\": {}}"));
  }

  @Test
  void shouldRunTheSameAfterACrashAtEveryStep() {
    FlowRun run =
        graph(DIAMOND)
            .hanging("top")
            .hanging("left")
            .hanging("right")
            .hanging("bottom")
            .start("{}");

    run.crash().succeed("top", "1").crash().succeed("left", "2").crash();
    run.succeed("right", "3").crash().succeed("bottom", "4");

    assertThat(run.output())
        .isEqualTo(json("{\"top\": 1, \"left\": 2, \"right\": 3, \"bottom\": 4}"));
  }
}
