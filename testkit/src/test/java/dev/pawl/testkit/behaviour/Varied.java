package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.echo;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static dev.pawl.testkit.behaviour.Given.succeeded;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Runs that have a bit of everything in them, from start to end. */
final class Varied {

  private Varied() {}

  static Map<String, Supplier<FlowRun>> runs() {
    Map<String, Supplier<FlowRun>> runs = new LinkedHashMap<>();
    runs.put("chance", Varied::chance);
    runs.put("forks", Varied::forks);
    runs.put("saga", Varied::saga);
    runs.put("operators", Varied::operators);
    runs.put("distributed", Varied::distributed);
    runs.put("overtime", Varied::overtime);
    return runs;
  }

  /** Random numbers, times, jitter. */
  private static FlowRun chance() {
    return FlowRun.of(
            """
            QueryLanguage: JSONata
            StartAt: Draw
            States:
              Draw:
                Type: Pass
                Assign: {u: "{% $uuid() %}"}
                Output: {r: "{% $random() %}", now: "{% $now() %}"}
                Next: Work
              Work:
                Type: Task
                Resource: work.waitForTaskToken
                Arguments: {u: "{% $u %}", token: "{% $states.context.Task.Token %}"}
                TimeoutSeconds: 20
                Retry: [{ErrorEquals: [States.Timeout], JitterStrategy: FULL, IntervalSeconds: 60}]
                Catch: [{ErrorEquals: [States.ALL], Output: {last: "{% $u & $uuid() %}"},
                         Next: Show}]
                End: true
              Show: {Type: Pass, Output: {in: "{% $states.input %}", at: "{% $millis() %}"},
                     End: true}
            """)
        .hanging("work.waitForTaskToken")
        .start("{\"n\": 1.50}")
        .finish();
  }

  /** Children in children, variables, guards, retries. */
  private static FlowRun forks() {
    return FlowRun.of(
            """
            StartAt: Set
            States:
              Set: {Type: Pass, Assign: {"k.$": $.k}, Next: Fan}
              Fan:
                Type: Parallel
                ResultPath: $.fan
                Branches:
                  - StartAt: Each
                    States:
                      Each:
                        Type: Map
                        ItemsPath: $.items
                        MaxConcurrency: 2
                        ItemSelector: {"v.$": $$.Map.Item.Value, "k.$": $k}
                        ItemProcessor:
                          StartAt: Work
                          States:
                            Work: {Type: Task, Resource: work, Retry: [{ErrorEquals: [Busy]}],
                                   End: true}
                        End: true
                  - StartAt: Plan
                    States:
                      Plan:
                        Type: Graph
                        Nodes:
                          b: {Type: Task, Resource: echo, DependsOn: [a],
                              Parameters: {"seen.$": $$.Graph.Results, "id.$": States.UUID()}}
                          a: {Type: Wait, Seconds: 2}
                          c: {Type: Pass, DependsOn: [a],
                              When: {Variable: $.k, StringEquals: other}}
                        End: true
                Next: Go
              Go: {Type: Wait, Event: go, ResultPath: $.go, End: true}
            """)
        .handler("work", failing("Busy", 2))
        .handler("echo", echo())
        .start("{\"k\": \"key\", \"items\": [1, 2, 3]}")
        .event("go", "{\"early\": true}")
        .finish();
  }

  /** A failure after things were done, and their undoing. */
  private static FlowRun saga() {
    return FlowRun.of(
            """
            StartAt: A
            States:
              A: {Type: Task, Resource: do, Next: Fan,
                  Compensate: {Resource: undo, Retry: [{ErrorEquals: [Busy]}]}}
              Fan:
                Type: Parallel
                Branches:
                  - StartAt: B
                    States:
                      B: {Type: Task, Resource: do, Compensate: {Resource: undo}, Next: C}
                      C: {Type: Task, Resource: bad, End: true,
                          Compensate: {Resource: stuck, WhenFailed: true}}
                  - {StartAt: D, States: {D: {Type: Wait, Seconds: 60, End: true}}}
                End: true
            """)
        .handler("do", echo())
        .handler("bad", failing("Broken"))
        .handler("undo", failing("Busy", 1))
        .handler("stuck", failing("Stuck"))
        .start("{\"x\": [1, {\"y\": null}]}")
        .finish();
  }

  /** Everything an operator or a person can do. */
  private static FlowRun operators() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A: {Type: Task, Resource: do, Assign: {v: 1}, Compensate: {Resource: undo},
                      Next: Ask}
                  Ask: {Type: Human, SendBack: true, TimeoutSeconds: 600, Next: B}
                  B: {Type: Task, Resource: slow, Next: C}
                  C: {Type: Task, Resource: slow, Next: D}
                  D: {Type: Task, Resource: slow, End: true}
                """)
            .handler("do", answering("{\"n\": 1}"))
            .hanging("slow")
            .hanging("undo")
            .start("{}");
    run.apply(
        new Fact.HumanActed(
            run.at("Ask"), "ada", new Fact.HumanActed.Action.SentBack(run.entry("A"), "again")));
    run.apply(
        new Fact.HumanActed(
            run.at("Ask"), "ada", new Fact.HumanActed.Action.Completed("completed", json("1"))));
    run.apply(new Fact.Paused("look"));
    run.succeed("B", "2").advance(Duration.ofSeconds(3));
    run.apply(new Fact.Resumed());
    run.apply(new Fact.Rewound(FrameId.ROOT, run.entry("A"), true));
    run.apply(succeeded(new StepId(FrameId.COMPENSATION, 1), 1, "\"undone\""));
    run.apply(new Fact.Skipped(run.at("Ask"), json("{\"skipped\": true}")));
    run.succeed("B", "3");
    run.apply(new Fact.Cancelled("enough", true));
    run.apply(new Fact.Cancelled("now", false));
    return run.finish();
  }

  /** Items that are executions, some of which fail. */
  private static FlowRun distributed() {
    return FlowRun.of(
            """
            StartAt: Each
            States:
              Each:
                Type: Map
                ToleratedFailurePercentage: 50
                MaxConcurrency: 3
                ItemReader: {Resource: rows, ReaderConfig: {InputType: JSONL}}
                ItemBatcher: {MaxItemsPerBatch: 2}
                ItemProcessor:
                  ProcessorConfig: {Mode: DISTRIBUTED}
                  StartAt: Work
                  States: {Work: {Type: Task, Resource: work, End: true}}
                End: true
            """)
        .handler("work", failing("Broken", 1))
        .items("rows", "1\n2\n3\n4\n5\n")
        .start("{}")
        .finish();
  }

  /** An execution that takes too long. */
  private static FlowRun overtime() {
    return FlowRun.of(
            """
            StartAt: A
            TimeoutSeconds: 30
            States:
              A: {Type: Task, Resource: do, Compensate: {Resource: undo}, Next: B}
              B: {Type: Task, Resource: slow, End: true,
                  Retry: [{ErrorEquals: [States.ALL], IntervalSeconds: 20}], TimeoutSeconds: 5}
            """)
        .handler("do", echo())
        .handler("undo", echo())
        .hanging("slow")
        .start("{}")
        .finish();
  }
}
