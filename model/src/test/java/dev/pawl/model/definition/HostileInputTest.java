package dev.pawl.model.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Finding.Code;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileInputTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "\"x\"",
        "12",
        "{",
        "}{",
        "{}",
        "- a",
        "a",
        "\u0000",
        "\ud800",
        "{\"States\": null}",
        "{\"States\": {}, \"StartAt\": \"\"}",
        "{\"States\": {\"A\": null}, \"StartAt\": \"A\"}",
        "{\"States\": {\"\": {\"Type\": \"Succeed\"}}, \"StartAt\": \"\"}",
        "{\"States\": {\"\\ud800\": {\"Type\": \"Succeed\"}}, \"StartAt\": \"\\ud800\"}",
        "{\"StartAt\": 1E+600000000}",
        "{\"StartAt\": \"A\", \"StartAt\": \"B\"}",
        "a: &a [*a]",
        "!!javax.script.ScriptEngineManager [x]"
      })
  void shouldRefuseWithFindings(String text) {
    for (DocumentFormat format : DocumentFormat.values()) {
      ReadResult reading = Definitions.read(text, format);

      assertThat(reading.flow()).isEmpty();
      assertThat(reading.errors()).isNotEmpty();
    }
  }

  @Test
  void shouldRefuseTextThatIsTooLong() {
    String text = machine(100_000);

    ReadResult reading = Definitions.read(text);

    assertThat(reading.findings()).extracting(Finding::code).containsExactly(Code.TOO_LARGE);
    assertThat(reading.findings().getFirst().advice()).contains("flow:");
  }

  @Test
  void shouldRefuseTooManyStates() {
    String text =
        "{\"StartAt\":\"0\",\"States\":{"
            + IntStream.range(0, 26_000)
                .mapToObj(i -> "\"" + i + "\":{\"Type\":\"Succeed\"}")
                .collect(Collectors.joining(","))
            + "}}";

    ReadResult reading = Definitions.read(text);

    assertThat(reading.isValid()).isFalse();
    assertThat(reading.errors()).extracting(Finding::code).contains(Code.TOO_LARGE);
  }

  @Test
  void shouldReadTenThousandStates() {
    ReadResult reading = Definitions.read(machine(10_000));

    assertThat(reading.findings()).isEmpty();
    assertThat(reading.flow().orElseThrow().machine().states()).hasSize(10_000);
  }

  @Test
  void shouldStopCountingFindings() {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("StartAt", Json.of("A"));
    fields.put("States", JsonObject.of("A", JsonObject.of("Type", Json.of("Succeed"))));
    IntStream.range(0, 5000).forEach(i -> fields.put("odd" + i, Json.of(i)));

    ReadResult reading = Definitions.read(JsonObject.of(fields));

    assertThat(reading.findings()).hasSize(Findings.MAX_FINDINGS + 1);
    assertThat(reading.findings().getLast().code()).isEqualTo(Code.TOO_MANY_FINDINGS);
    assertThat(reading.isValid()).isFalse();
  }

  @Test
  void shouldAcceptAnyNumberOfWarnings() {
    Map<String, Json> parameters = new LinkedHashMap<>();
    IntStream.range(0, 5000).forEach(i -> parameters.put("p" + i, Json.of("$.path")));
    JsonObject state =
        JsonObject.of("Type", Json.of("Pass"))
            .with("Parameters", JsonObject.of(parameters))
            .with("End", Json.of(true));
    JsonObject flow =
        JsonObject.of("StartAt", Json.of("A")).with("States", JsonObject.of("A", state));

    ReadResult reading = Definitions.read(flow);
    ReadResult wrong = Definitions.read(flow.with("Odd", Json.of(1)));

    assertThat(reading.isValid()).isTrue();
    assertThat(reading.findings()).hasSize(Findings.MAX_FINDINGS + 1);
    assertThat(reading.findings().getLast().code()).isEqualTo(Code.TOO_MANY_WARNINGS);
    assertThat(wrong.errors()).extracting(Finding::code).containsExactly(Code.UNKNOWN_FIELD);
  }

  @Test
  void shouldRejectValuesNestedTooDeepForTheStack() {
    Json deep = JsonArray.EMPTY;
    for (int i = 0; i < 100_000; i++) {
      deep = JsonArray.of(deep);
    }

    ReadResult reading = Definitions.read(JsonObject.of("States", deep));

    assertThat(reading.findings()).extracting(Finding::code).containsExactly(Code.TOO_LARGE);
  }

  @Test
  void shouldReadMachinesNestedAsDeepAsTextMayBe() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 15; i++) {
      text.append("{\"StartAt\":\"S").append(i).append("\",\"States\":{\"S").append(i);
      text.append("\":{\"Type\":\"Parallel\",\"End\":true,\"Branches\":[");
    }
    text.append("{\"StartAt\":\"X\",\"States\":{\"X\":{\"Type\":\"Succeed\"}}}");
    text.append("]}}}".repeat(15));

    assertThat(Definitions.read(text.toString()).findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# a comment\n"})
  void shouldNotNeedMoreSpaceThanTheText(String comment) {
    String longName = "n".repeat(500_000);
    String json = "{\"" + longName + "\":[" + "1,".repeat(100_000) + "1]}";
    String yaml = comment + "? " + longName + "\n:\n" + (" - 1 # x\n").repeat(30_000);

    assertThat(Definitions.read(json, DocumentFormat.JSON).errors())
        .extracting(Finding::code)
        .containsExactly(Code.TOO_LARGE);
    assertThat(Definitions.read(yaml, DocumentFormat.YAML).errors())
        .extracting(Finding::code)
        .containsExactly(Code.TOO_LARGE);
  }

  @Test
  void shouldNotTakeForeverOverManyFaults() {
    StringBuilder text = new StringBuilder("{\"StartAt\":\"0\",\"States\":{");
    for (int i = 0; i < 4000; i++) {
      text.append(
          """
          "%d":{"Type":"Parallel","Next":"Nowhere%d","Assign":{"v%d.$":"$w%d"},
          "Branches":[{"StartAt":"b%d","States":{"b%d":{"Type":"Pass","Assign":{"v%d":1},"End":true}}}]},
          """
              .formatted(i, i, i, i, i, i, i / 2));
    }
    text.append("\"Z\":{\"Type\":\"Succeed\"}}}");

    ReadResult reading = Definitions.read(text.toString());

    assertThat(reading.errors()).hasSize(Findings.MAX_FINDINGS + 1);
    assertThat(reading.warnings()).hasSize(Findings.MAX_FINDINGS + 1);
  }

  @Test
  void shouldRefuseAliasesThatMakeValuesTooDeep() {
    StringBuilder yaml = new StringBuilder("a0: &a0 {x: 1}\n");
    for (int i = 1; i < 20; i++) {
      yaml.append("a%d: &a%d %s*a%d%s\n".formatted(i, i, "[".repeat(50), i - 1, "]".repeat(50)));
    }

    assertThat(Definitions.read(yaml.toString(), DocumentFormat.YAML).errors())
        .extracting(Finding::code)
        .containsExactly(Code.SYNTAX);
  }

  @Test
  void shouldSurviveDefinitionsWithAnythingAnywhere() {
    String whole =
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "x", "Next": "B", "Retry": [{"ErrorEquals": ["E"]}],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Z"}], "TimeoutSeconds": 5,
            "Compensate": {"Resource": "u", "Parameters": {"x.$": "$.Result"}}},
          "B": {"Type": "Choice", "Choices": [{"And": [{"Variable": "$.x", "IsNull": true},
            {"Not": {"Variable": "$.y", "StringEquals": "z"}}], "Next": "C"}], "Default": "D"},
          "C": {"Type": "Map", "ItemsPath": "$.l", "ItemReader": {"Resource": "r",
            "ReaderConfig": {"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"}},
            "ItemBatcher": {"MaxItemsPerBatch": 2}, "ResultWriter": {"Resource": "w"},
            "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED"}, "StartAt": "I",
              "States": {"I": {"Type": "Pass", "Assign": {"v.$": "$.x"}, "End": true}}},
            "Next": "D"},
          "D": {"Type": "Parallel", "Next": "E", "Branches": [{"StartAt": "P",
            "States": {"P": {"Type": "Fail", "Error": "e"}}}]},
          "E": {"Type": "Graph", "Next": "H", "Nodes": {"m": {"Type": "Pass"},
            "n": {"StartAt": "N", "States": {"N": {"Type": "Succeed"}}, "DependsOn": ["m"],
              "When": {"Variable": "$.x", "IsPresent": true}}}},
          "H": {"Type": "Human", "Assignees": ["ada"], "Outcomes": {"ok": {"Next": "W"}},
            "Form": {}, "Title": "t"},
          "W": {"Type": "Wait", "Event": "e", "TimeoutSeconds": 5, "TimeoutNext": "Z",
            "Next": "Z"},
          "Z": {"Type": "Succeed"}}}
        """;
    assertThat(Definitions.read(whole).findings()).isEmpty();
    Json definition = Definitions.read(whole).flow().orElseThrow().document();

    for (int seed = 0; seed < 2000; seed++) {
      Json broken = mutated(definition, new Random(seed));

      ReadResult reading = Definitions.read(broken);

      assertThat(reading.isValid()).as("seed %d", seed).isEqualTo(reading.errors().isEmpty());
    }
  }

  /** One value somewhere replaced by another, or a member renamed or taken away. */
  private static Json mutated(Json json, Random random) {
    if (json instanceof JsonObject object && !object.members().isEmpty() && random.nextInt(5) > 0) {
      String[] names = object.members().keySet().toArray(String[]::new);
      String name = names[random.nextInt(names.length)];
      Json value = object.members().get(name);
      return switch (random.nextInt(12)) {
        case 0 -> object.without(name);
        case 1 -> object.without(name).with(names[random.nextInt(names.length)] + "s", value);
        case 2 -> object.with(anyOf(random, "Next", "Type", "End", "Catch", "x.$"), value);
        default -> object.with(name, mutated(value, random));
      };
    }
    if (json instanceof JsonArray array && array.length() > 0 && random.nextInt(4) > 0) {
      return JsonArray.of(mutated(array.elements().getFirst(), random));
    }
    return switch (random.nextInt(8)) {
      case 0 -> Json.of(random.nextInt());
      case 1 -> Json.of(anyOf(random, "", "A", "$", "$.x[", "{% 1", "{% $x %}", "States.Format("));
      case 2 -> Json.of(random.nextBoolean());
      case 3 -> JsonArray.EMPTY;
      case 4 -> JsonObject.EMPTY;
      case 5 -> JsonArray.of(Json.of(1), JsonObject.EMPTY, JsonArray.EMPTY);
      case 6 -> JsonObject.of("StartAt", Json.of("A"));
      default -> JsonNull.NULL;
    };
  }

  private static String anyOf(Random random, String... words) {
    return words[random.nextInt(words.length)];
  }

  private static String machine(int states) {
    return "{\"StartAt\":\"0\",\"States\":{"
        + IntStream.range(0, states - 1)
            .mapToObj(i -> "\"" + i + "\":{\"Type\":\"Pass\",\"Next\":\"" + (i + 1) + "\"},")
            .collect(Collectors.joining())
        + "\""
        + (states - 1)
        + "\":{\"Type\":\"Succeed\"}}}";
  }
}
