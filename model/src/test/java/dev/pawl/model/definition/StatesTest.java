package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.Catcher;
import dev.pawl.model.Compensation;
import dev.pawl.model.Condition;
import dev.pawl.model.Distribution;
import dev.pawl.model.Flow;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.Operator;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.ResultPath;
import dev.pawl.model.Retrier;
import dev.pawl.model.Shaping;
import dev.pawl.model.State;
import dev.pawl.model.State.Wait.Until;
import dev.pawl.model.Template;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.json.JsonText;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the readers make of each kind of state. */
class StatesTest {

  private static final Template TRUE = literal("true");

  @Test
  void shouldReadAFlow() {
    Flow flow =
        flow(
            """
            {"Comment": "c", "Version": "1.0", "StartAt": "A", "TimeoutSeconds": 60,
             "States": {"A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Succeed"}}}
            """);

    assertThat(flow.timeout()).contains(Duration.ofMinutes(1));
    assertThat(flow.machine().startAt()).isEqualTo("A");
    assertThat(flow.machine().states().keySet()).containsExactly("A", "B");
    assertThat(flow.machine().state("A").header().next()).contains("B");
    assertThat(flow.document().get("Comment")).contains(Json.of("c"));
  }

  @Test
  void shouldReadTheEndOfAFlow() {
    Flow flow =
        flow(
            """
            {"StartAt": "A", "OnError": "continue", "States": {"A": {"Type": "Succeed"}},
             "OnSucceeded": {"Type": "Task", "Resource": "tell"},
             "OnFailed": {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "alarm"}}
            """);

    assertThat(flow.onError()).isEqualTo(Flow.OnError.CONTINUE);
    assertThat(FlowReferences.of(flow).resources())
        .extracting(FlowReferences.ResourceUse::location)
        .containsExactly("/OnSucceeded/Resource", "/OnFailed/Resource");
    assertThat(flow.part(flow.machine()).endTasks()).isEqualTo(Flow.EndTasks.NONE);
  }

  @Test
  void shouldReadTheSettingsOfAHandler() {
    State.Task task =
        read(
            State.Task.class,
            """
            {"Type": "Task", "Resource": "x", "End": true, "Config": {
              "a": 1, "b": "${$.b}", "c": "-{{ secret('s') }}${$.c}", "d": "{{secret( 't' )}}"}}
            """);

    assertThat(task.config())
        .contains(
            new Template.Members(
                Map.of(
                    "a",
                    literal("1"),
                    "b",
                    new Template.Text(List.of(path("$.b"))),
                    "c",
                    new Template.Text(
                        List.of(literal("\"-\""), new Template.Secret("s"), path("$.c"))),
                    "d",
                    new Template.Text(List.of(new Template.Secret("t"))))));
  }

  @Test
  void shouldReadATask() {
    State.Task task =
        read(
            State.Task.class,
            """
            {"Type": "Task", "Resource": "pay", "TimeoutSecondsPath": "$.limit",
             "HeartbeatSeconds": 3, "InputPath": null, "Parameters": {"a": 1, "b.$": "$.x",
               "c": [{"d.$": "States.UUID()"}, "$.text"]},
             "ResultSelector": {"r.$": "$"}, "ResultPath": "$.paid", "OutputPath": "$.paid",
             "Assign": {"total.$": "$.total", "fixed": {"n": 1}},
             "Retry": [{"ErrorEquals": ["E", "F"], "IntervalSeconds": 2, "MaxAttempts": 0,
                "BackoffRate": 1.5, "MaxDelaySeconds": 9, "JitterStrategy": "FULL"},
               {"ErrorEquals": ["States.ALL"], "BackoffStrategy": "LINEAR"}],
             "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Z", "ResultPath": null}],
             "Credentials": {"RoleArn": "r"},
             "Compensate": {"Resource": "refund", "Parameters": {"id.$": "$.Result.id"},
               "TimeoutSeconds": 30, "Retry": [{"ErrorEquals": ["E"]}], "WhenFailed": true},
             "End": true}
            """);

    assertThat(task.resource()).isEqualTo("pay");
    assertThat(task.deadlines())
        .isEqualTo(new State.Deadlines(Optional.of(path("$.limit")), Optional.of(literal("3"))));
    assertThat(task.header().language()).isEqualTo(QueryLanguage.JSONPATH);
    assertThat(task.header().shaping())
        .isEqualTo(
            new Shaping.Paths(
                Optional.empty(),
                Optional.of(
                    new Template.Members(
                        Map.of(
                            "a",
                            literal("1"),
                            "b",
                            path("$.x"),
                            "c",
                            new Template.Elements(
                                List.of(
                                    new Template.Members(
                                        Map.of(
                                            "d",
                                            new Template.Call(
                                                IntrinsicCall.parse("States.UUID()")))),
                                    literal("\"$.text\"")))))),
                Optional.of(new Template.Members(Map.of("r", path("$")))),
                new ResultPath.At(Path.parse("$.paid")),
                Optional.of(Path.parse("$.paid")),
                Map.of("total", path("$.total"), "fixed", literal("{\"n\": 1}"))));
    assertThat(task.recovery().retriers())
        .containsExactly(
            new Retrier(
                List.of("E", "F"),
                0,
                Duration.ofSeconds(2),
                new Retrier.Backoff(
                    Retrier.Growth.EXPONENTIAL, 1.5, Optional.of(Duration.ofSeconds(9))),
                Retrier.Jitter.FULL),
            new Retrier(
                List.of("States.ALL"),
                3,
                Duration.ofSeconds(1),
                new Retrier.Backoff(Retrier.Growth.LINEAR, 2, Optional.empty()),
                Retrier.Jitter.NONE));
    assertThat(task.recovery().catchers())
        .containsExactly(
            new Catcher(
                List.of("States.ALL"),
                Optional.of("Z"),
                ResultPath.Discard.DISCARD,
                Optional.empty(),
                Map.of()));
    assertThat(task.compensation())
        .contains(
            new Compensation(
                "refund",
                QueryLanguage.JSONPATH,
                Optional.of(new Template.Members(Map.of("id", path("$.Result.id")))),
                Optional.empty(),
                new State.Deadlines(Optional.of(literal("30")), Optional.empty()),
                List.of(
                    new Retrier(
                        List.of("E"),
                        3,
                        Duration.ofSeconds(1),
                        Retrier.Backoff.DEFAULT,
                        Retrier.Jitter.NONE)),
                true));
  }

  @Test
  void shouldReadATaskInJsonata() {
    State.Task task =
        read(
            State.Task.class,
            """
            {"Type": "Task", "QueryLanguage": "JSONata", "Resource": "pay", "End": true,
             "Arguments": {"a": "{% $states.input.x %}", "b": ["plain", "{% 1 %}"], "c": {"d": 1}},
             "TimeoutSeconds": "{% 5 %}", "Output": "{% $states.result %}", "Assign": {"x": 1},
             "Catch": [{"ErrorEquals": ["E"], "Next": "Z", "Output": "{% $states.errorOutput %}",
               "Assign": {"y": "{% 2 %}"}}],
             "Compensate": {"Resource": "undo", "Arguments": "{% $states.input.Result %}"}}
            """);

    assertThat(task.header().shaping())
        .isEqualTo(
            new Shaping.Expressions(
                Optional.of(
                    new Template.Members(
                        Map.of(
                            "a",
                            jsonata("$states.input.x"),
                            "b",
                            new Template.Elements(List.of(literal("\"plain\""), jsonata("1"))),
                            "c",
                            literal("{\"d\": 1}")))),
                Optional.of(jsonata("$states.result")),
                Map.of("x", literal("1"))));
    assertThat(task.deadlines().timeout()).contains(jsonata("5"));
    assertThat(task.recovery().catchers().getFirst().output())
        .contains(jsonata("$states.errorOutput"));
    assertThat(task.recovery().catchers().getFirst().assign()).isEqualTo(Map.of("y", jsonata("2")));
    assertThat(task.compensation().orElseThrow().arguments())
        .contains(jsonata("$states.input.Result"));
  }

  @Test
  void shouldReadAChoice() {
    State.Choice choice =
        read(
            State.Choice.class,
            """
            {"Type": "Choice", "Default": "Z", "Choices": [
              {"Variable": "$.n", "NumericGreaterThanPath": "$max", "Next": "Z",
                "Assign": {"big": true}},
              {"And": [{"Variable": "$.a", "IsPresent": true},
                {"Or": [{"Not": {"Variable": "$$.b", "StringMatches": "x*"}}]}], "Next": "Z"}],
             "Assign": {"max": 1}}
            """);

    assertThat(choice.otherwise()).contains("Z");
    assertThat(choice.rules())
        .containsExactly(
            new State.Choice.Rule(
                compare("$.n", Operator.NUMERIC_GREATER_THAN_PATH, path("$max")),
                "Z",
                Map.of("big", TRUE),
                Optional.empty()),
            new State.Choice.Rule(
                new Condition.And(
                    List.of(
                        compare("$.a", Operator.IS_PRESENT, TRUE),
                        new Condition.Or(
                            List.of(
                                new Condition.Not(
                                    compare(
                                        "$$.b", Operator.STRING_MATCHES, literal("\"x*\""))))))),
                "Z",
                Map.of(),
                Optional.empty()));
  }

  @Test
  void shouldReadAChoiceInJsonata() {
    State.Choice choice =
        read(
            State.Choice.class,
            """
            {"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [
              {"Condition": "{% $states.input.x > 1 %}", "Next": "Z", "Output": {"a": 1}},
              {"Condition": true, "Next": "Z"}]}
            """);

    assertThat(choice.rules().get(0).when())
        .isEqualTo(new Condition.IsTrue(jsonata("$states.input.x > 1")));
    assertThat(choice.rules().get(0).output()).contains(literal("{\"a\": 1}"));
    assertThat(choice.rules().get(1).when()).isEqualTo(new Condition.IsTrue(TRUE));
    assertThat(choice.otherwise()).isEmpty();
  }

  @Test
  void shouldReadAParallel() {
    State.Parallel parallel =
        read(
            State.Parallel.class,
            """
            {"Type": "Parallel", "End": true, "Branches": [
              {"StartAt": "B", "States": {"B": {"Type": "Succeed"}}},
              {"Comment": "second", "StartAt": "C", "States": {"C": {"Type": "Fail"}}}]}
            """);

    assertThat(parallel.branches()).hasSize(2);
    assertThat(parallel.branches().get(1).state("C")).isInstanceOf(State.Fail.class);
    assertThat(parallel.recovery()).isEqualTo(State.Recovery.NONE);
  }

  @Test
  void shouldReadAMap() {
    State.MapEach map =
        read(
            State.MapEach.class,
            """
            {"Type": "Map", "End": true, "ItemsPath": "$.items", "MaxConcurrency": 4,
             "ItemSelector": {"i.$": "$$.Map.Item.Index"}, "ToleratedFailureCountPath": "$.n",
             "ToleratedFailurePercentage": 12.5, "ItemProcessor": {
               "ProcessorConfig": {"Mode": "INLINE"},
               "StartAt": "B", "States": {"B": {"Type": "Succeed"}}}}
            """);

    assertThat(map.items())
        .isEqualTo(
            new State.MapEach.Items(
                Optional.of(path("$.items")),
                Optional.of(new Template.Members(Map.of("i", path("$$.Map.Item.Index")))),
                Optional.of(literal("4"))));
    assertThat(map.tolerance())
        .isEqualTo(
            new State.MapEach.Tolerance(Optional.of(path("$.n")), Optional.of(literal("12.5"))));
    assertThat(map.distribution()).isEmpty();
    assertThat(map.processor().startAt()).isEqualTo("B");
  }

  @Test
  void shouldReadTheOldFormOfAMap() {
    State.MapEach map =
        read(
            State.MapEach.class,
            """
            {"Type": "Map", "End": true, "Parameters": {"x.$": "$.y"},
             "Iterator": {"StartAt": "B", "States": {"B": {"Type": "Succeed"}}}}
            """);

    assertThat(map.items().selector()).contains(new Template.Members(Map.of("x", path("$.y"))));
    assertThat(((Shaping.Paths) map.header().shaping()).parameters()).isEmpty();
    assertThat(map.processor().startAt()).isEqualTo("B");
  }

  @Test
  void shouldReadADistributedMap() {
    State.MapEach map =
        read(
            State.MapEach.class,
            """
            {"Type": "Map", "End": true, "Label": "many",
             "ItemReader": {"Resource": "files", "Parameters": {"Key.$": "$.key"},
               "ReaderConfig": {"InputType": "CSV", "CSVHeaderLocation": "GIVEN",
                 "CSVHeaders": ["a", "b"], "CSVDelimiter": "PIPE", "MaxItemsPath": "$.max"}},
             "ItemBatcher": {"MaxItemsPerBatch": 10, "BatchInput": {"k": 1}},
             "ResultWriter": {"Resource": "store", "Parameters": {"Prefix": "p"},
               "WriterConfig": {"OutputType": "JSONL", "Transformation": "COMPACT"}},
             "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED",
               "ExecutionType": "EXPRESS"}, "StartAt": "B",
               "States": {"B": {"Type": "Succeed"}}}}
            """);

    assertThat(map.distribution())
        .contains(
            new Distribution(
                true,
                Optional.of(
                    new Distribution.ItemReader(
                        "files",
                        Optional.of(new Template.Members(Map.of("Key", path("$.key")))),
                        new Distribution.ItemReader.Format(
                            Distribution.ItemReader.InputType.CSV,
                            List.of("a", "b"),
                            '|',
                            Optional.of(path("$.max")),
                            ""))),
                Optional.of(
                    new Distribution.ItemBatcher(
                        Optional.of(literal("10")),
                        Optional.empty(),
                        Optional.of(literal("{\"k\": 1}")))),
                Optional.of(
                    new Distribution.ResultWriter(
                        Optional.of("store"),
                        Optional.of(literal("{\"Prefix\": \"p\"}")),
                        JsonText.parse(
                            "{\"OutputType\": \"JSONL\", \"Transformation\": \"COMPACT\"}")))));
  }

  @Test
  void shouldReadAMapInJsonata() {
    State.MapEach map =
        read(
            State.MapEach.class,
            """
            {"Type": "Map", "QueryLanguage": "JSONata", "End": true, "Items": "{% $states.input %}",
             "MaxConcurrency": "{% 2 %}", "ItemReader": {"Resource": "r", "Arguments": {"a": 1},
               "ReaderConfig": {"InputType": "JSON", "ItemsPointer": "/a/b", "MaxItems": 5}},
             "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"},
               "StartAt": "B", "States": {"B": {"Type": "Pass", "InputPath": "$", "End": true}}}}
            """);

    assertThat(map.items().source()).contains(jsonata("$states.input"));
    assertThat(map.items().maxConcurrency()).contains(jsonata("2"));
    assertThat(map.distribution().orElseThrow().reader().orElseThrow().format().itemsPointer())
        .isEqualTo("/a/b");
    assertThat(map.processor().state("B").header().language()).isEqualTo(QueryLanguage.JSONPATH);
  }

  @Test
  void shouldReadEveryFormOfWait() {
    assertThat(until("\"Seconds\": 0")).isEqualTo(new Until.Seconds(literal("0")));
    assertThat(until("\"SecondsPath\": \"$.s\"")).isEqualTo(new Until.Seconds(path("$.s")));
    assertThat(until("\"Timestamp\": \"2026-01-31T12:00:00.5+01:00\""))
        .isEqualTo(new Until.Timestamp(literal("\"2026-01-31T12:00:00.5+01:00\"")));
    assertThat(until("\"TimestampPath\": \"$.t\"")).isEqualTo(new Until.Timestamp(path("$.t")));
    assertThat(until("\"Event\": \"paid\""))
        .isEqualTo(new Until.Event(literal("\"paid\""), Optional.empty(), Optional.empty()));
    assertThat(
            until(
                "\"EventPath\": \"$.e\", \"TimeoutSeconds\": 5, \"TimeoutNext\": \"Z\","
                    + " \"ResultPath\": \"$.p\""))
        .isEqualTo(new Until.Event(path("$.e"), Optional.of(literal("5")), Optional.of("Z")));
    assertThat(until("\"QueryLanguage\": \"JSONata\", \"Seconds\": \"{% 1 %}\""))
        .isEqualTo(new Until.Seconds(jsonata("1")));
    assertThat(until("\"QueryLanguage\": \"JSONata\", \"Timestamp\": \"{% $t %}\""))
        .isEqualTo(new Until.Timestamp(jsonata("$t")));
    assertThat(until("\"QueryLanguage\": \"JSONata\", \"Event\": \"{% $e %}\""))
        .isEqualTo(new Until.Event(jsonata("$e"), Optional.empty(), Optional.empty()));
  }

  @Test
  void shouldReadAPass() {
    State.Pass pass =
        read(State.Pass.class, "{\"Type\": \"Pass\", \"Result\": null, \"End\": true}");

    assertThat(pass.result()).contains(JsonNull.NULL);
    assertThat(((Shaping.Paths) pass.header().shaping()).inputPath()).contains(Path.parse("$"));
  }

  @Test
  void shouldReadTerminalStates() {
    State.Fail fail =
        read(
            State.Fail.class,
            """
            {"Type": "Fail", "Error": "E", "CausePath": "States.Format('{}', $.x)"}
            """);
    State.Fail computed =
        read(
            State.Fail.class,
            "{\"Type\": \"Fail\", \"QueryLanguage\": \"JSONata\", \"Error\": \"{% $e %}\"}");

    assertThat(fail.error()).contains(literal("\"E\""));
    assertThat(fail.cause()).containsInstanceOf(Template.Call.class);
    assertThat(computed.error()).contains(jsonata("$e"));
    assertThat(computed.cause()).isEmpty();
    assertThat(read(State.Succeed.class, "{\"Type\": \"Succeed\"}").header().next()).isEmpty();
  }

  @Test
  void shouldReadAGraph() {
    State.Graph graph =
        read(
            State.Graph.class,
            """
            {"Type": "Graph", "End": true, "Nodes": {
              "fetch": {"Type": "Task", "Resource": "fetch",
                "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error"}]},
              "notify": {"Type": "Task", "Resource": "notify", "DependsOn": ["fetch"],
                "When": {"Variable": "$$.Graph.Results.fetch.n", "NumericGreaterThan": 1}},
              "report": {"DependsOn": ["notify", "fetch"], "StartAt": "R",
                "States": {"R": {"Type": "Pass", "End": true}}}}}
            """);

    assertThat(graph.nodes().keySet()).containsExactly("fetch", "notify", "report");
    State.Task fetch = (State.Task) graph.nodes().get("fetch").machine().state("fetch");
    assertThat(graph.nodes().get("fetch").machine().startAt()).isEqualTo("fetch");
    assertThat(fetch.header().next()).isEmpty();
    assertThat(fetch.recovery().catchers().getFirst().next()).isEmpty();
    assertThat(graph.nodes().get("notify").when())
        .contains(compare("$$.Graph.Results.fetch.n", Operator.NUMERIC_GREATER_THAN, literal("1")));
    assertThat(graph.nodes().get("report").dependsOn()).containsExactly("notify", "fetch");
    assertThat(graph.nodes().get("report").machine().startAt()).isEqualTo("R");
  }

  @Test
  void shouldReadAGraphInJsonata() {
    State.Graph graph =
        read(
            State.Graph.class,
            """
            {"Type": "Graph", "QueryLanguage": "JSONata", "End": true, "Arguments": {"a": 1},
             "Nodes": {"n": {"Type": "Pass", "When": "{% $states.input.a = 1 %}"}}}
            """);

    assertThat(graph.nodes().get("n").when())
        .contains(new Condition.IsTrue(jsonata("$states.input.a = 1")));
  }

  @Test
  void shouldReadAHuman() {
    State.Human human =
        read(
            State.Human.class,
            """
            {"Type": "Human", "Kind": "approval", "Title.$": "States.Format('Pay {}', $.sum)",
             "Assignees": ["group:finance", "ada"], "Form": {"type": "object"},
             "Outcomes": {"approved": {"Next": "Z"}, "rejected": {}}, "Optional": true,
             "SendBack": true, "TimeoutSeconds": 60, "ResultPath": "$.decision", "Next": "Z",
             "Catch": [{"ErrorEquals": ["States.Timeout"], "Next": "Z"}]}
            """);

    assertThat(human.humanTask())
        .isEqualTo(
            new State.Human.HumanTask(
                State.Human.Kind.APPROVAL,
                Optional.of(
                    new Template.Call(IntrinsicCall.parse("States.Format('Pay {}', $.sum)"))),
                Optional.of(literal("[\"group:finance\", \"ada\"]")),
                JsonText.parse("{\"type\": \"object\"}"),
                true,
                true));
    assertThat(human.outcomes())
        .isEqualTo(Map.of("approved", Optional.of("Z"), "rejected", Optional.empty()));
    assertThat(human.deadlines().timeout()).contains(literal("60"));
    assertThat(human.recovery().catchers()).hasSize(1);
  }

  @Test
  void shouldReadAHumanThatOnlyCompletes() {
    State.Human human =
        read(
            State.Human.class,
            """
            {"Type": "Human", "QueryLanguage": "JSONata", "Title": "{% 'a' & $b %}",
             "Assignees": "{% $who %}", "End": true}
            """);

    assertThat(human.outcomes()).isEqualTo(Map.of("completed", Optional.empty()));
    assertThat(human.humanTask().kind()).isEqualTo(State.Human.Kind.MANUAL);
    assertThat(human.humanTask().title()).contains(jsonata("'a' & $b"));
    assertThat(human.humanTask().assignees()).contains(jsonata("$who"));
    assertThat(human.humanTask().form()).isEqualTo(JsonObject.EMPTY);
  }

  @Test
  void shouldReadTheSameFromYaml() {
    String yaml =
        """
        StartAt: A
        States:
          A:
            Type: Wait
            Timestamp: 2026-01-31T12:00:00Z # stays text
            Next: on
          "on":
            Type: Succeed
        """;

    Flow flow = flow(yaml);

    assertThat(flow.machine().states().keySet()).containsExactly("A", "on");
    assertThat(flow.document()).isEqualTo(flow(flow.document().toString()).document());
  }

  private static Until until(String fields) {
    return read(State.Wait.class, "{\"Type\": \"Wait\", " + fields + ", \"Next\": \"Z\"}").until();
  }

  /** Reads a state A, beside which there is a state Z to go to. */
  private static <T extends State> T read(Class<T> kind, String state) {
    String text =
        "{\"StartAt\": \"A\", \"States\": {\"A\": " + state + ", \"Z\": {\"Type\": \"Succeed\"}}}";
    State read = flow(text).machine().state("A");

    assertThat(read.name()).isEqualTo("A");
    assertThat(text).contains("\"Type\": \"" + read.kind().type() + "\"");
    return kind.cast(read);
  }

  private static Flow flow(String text) {
    ReadResult reading = Definitions.read(text);
    assertThat(reading.errors()).isEmpty();
    return reading.flow().orElseThrow();
  }

  private static Condition compare(String variable, Operator operator, Template operand) {
    return new Condition.Compare(Path.parse(variable), operator, operand);
  }

  private static Template literal(String json) {
    return new Template.Literal(JsonText.parse(json));
  }

  private static Template path(String path) {
    return new Template.Read(Path.parse(path));
  }

  private static Template jsonata(String source) {
    return new Template.Expression(JsonataExpression.parse(source));
  }
}
