package dev.pawl.model.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MermaidDiagramTest {

  @Test
  void shouldDrawTasksChoicesPeopleWaitsAndErrors() {
    Flow flow =
        flow(
            """
            StartAt: Check
            States:
              Check:
                Type: Choice
                Choices:
                  - {Variable: $.sum, NumericGreaterThan: 100, Next: Approve}
                  - Not:
                      And:
                        - {Variable: $.vip, IsPresent: false}
                        - {Variable: $.name, StringMatches: A*}
                    Next: Ship
                Default: Pay
              Approve:
                Type: Human
                Outcomes: {approved: {Next: Pay}, rejected: {}}
                Catch: [{ErrorEquals: [States.Timeout], Next: Stop}]
                End: true
              Pay:
                Type: Task
                Resource: pay
                Catch: [{ErrorEquals: [Declined, States.Timeout], Next: Stop}]
                Next: Ship
              Ship: {Type: Wait, Event: shipped, TimeoutSeconds: 5, TimeoutNext: Stop, Next: Done}
              Done: {Type: Pass, End: true}
              Stop: {Type: Fail}
            """);

    assertThat(MermaidDiagram.of(flow))
        .isEqualTo(
            """
            flowchart TD
              s1((" "))
              s2{"Check"}
              s3[/"Approve"/]
              s4["Pay"]
              s5{{"Ship"}}
              s6("Done")
              s7(["#10007; Stop"])
              s1 --> s2
              s2 -->|"$.sum #62; 100"| s3
              s2 -->|"not ($.vip is not present and $.name matches #34;A#42;#34;)"| s5
              s2 -->|"otherwise"| s4
              s3 -->|"approved"| s4
              s3 -->|"rejected"| s8
              s3 -.->|"States.Timeout"| s7
              s4 --> s5
              s4 -.->|"Declined, States.Timeout"| s7
              s5 --> s6
              s5 -.->|"timeout"| s7
              s6 --> s8
              s8(((" ")))
            """);
  }

  @Test
  void shouldDrawMachinesInsideStatesAsBoxes() {
    Flow flow =
        flow(
            """
            QueryLanguage: JSONata
            StartAt: Fan
            States:
              Fan:
                Type: Parallel
                Branches:
                  - StartAt: A
                    States: {A: {Type: Succeed}}
                  - StartAt: Each
                    States:
                      Each:
                        Type: Map
                        ItemProcessor: {StartAt: B, States: {B: {Type: Pass, End: true}}}
                        End: true
                Next: Net
              Net:
                Type: Graph
                Nodes:
                  fetch: {Type: Task, Resource: fetch}
                  check: {Type: Task, Resource: check, DependsOn: [fetch],
                    When: "{% $states.input.deep %}"}
                  tell: {DependsOn: [fetch, check], StartAt: C, States: {C: {Type: Succeed}}}
                End: true
            """);

    assertThat(MermaidDiagram.of(flow))
        .isEqualTo(
            """
            flowchart TD
              s1((" "))
              subgraph s2 ["Fan"]
                subgraph s3 ["branch 1"]
                  s4((" "))
                  s5(["A"])
                  s4 --> s5
                end
                subgraph s7 ["branch 2"]
                  s8((" "))
                  subgraph s9 ["Each (for each)"]
                    s10((" "))
                    s11("B")
                    s10 --> s11
                    s11 --> s12
                    s12(((" ")))
                  end
                  s8 --> s9
                  s9 --> s13
                  s13(((" ")))
                end
              end
              subgraph s14 ["Net"]
                s15["fetch"]
                s16["check"]
                subgraph s17 ["tell"]
                  s18((" "))
                  s19(["C"])
                  s18 --> s19
                end
                s15 -->|"$states.input.deep"| s16
                s15 --> s17
                s16 --> s17
              end
              s1 --> s2
              s2 --> s14
              s14 --> s21
              s21(((" ")))
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"];click s1 call x()",
        "end",
        "<script>alert(1)</script>",
        "a\"b",
        "`code`",
        "%%{init}%%",
        "1. first",
        "- dash",
        "#35;",
        "a|b",
        "\u202e",
        "日本 😀",
        "\\",
        "&amp;",
        "a -->|x| b"
      })
  void shouldEscapeNames(String name) {
    JsonObject definition =
        JsonObject.of("StartAt", Json.of(name))
            .with("States", JsonObject.of(name, JsonObject.of("Type", Json.of("Succeed"))));

    String diagram = MermaidDiagram.of(Definitions.read(definition).flow().orElseThrow());

    String label = diagram.lines().toList().get(2);
    assertThat(diagram.lines()).hasSize(4);
    assertThat(label).startsWith("  s2([\"").endsWith("\"])");
    String inside = label.substring(7, label.length() - 3);
    assertThat(inside).doesNotContain("\"", "<", ">", "`", "&", "\\", "{");
    assertThat(inside.replaceAll("#\\d+;", "")).doesNotContain("#", ";");
    assertThat(inside).doesNotStartWith("- ").doesNotStartWith("1. ");
  }

  @Test
  void shouldShortenLongConditions() {
    Flow flow =
        flow(
            """
            StartAt: A
            States:
              A:
                Type: Choice
                Choices: [{Variable: $.x, StringEquals: "%s", Next: B}]
              B: {Type: Succeed}
            """
                .formatted("x".repeat(500)));

    assertThat(MermaidDiagram.of(flow).lines()).allMatch(line -> line.length() < 130);
  }

  private static Flow flow(String yaml) {
    return Definitions.read(yaml).flow().orElseThrow();
  }
}
