package dev.pawl.model.field;

import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The JSON Schema of definitions, for editors. It follows the field tables, so that it accepts the
 * fields that the reader accepts; the checks of the reader go further.
 */
public final class StatesSchema {

  private static final String ADDITIONAL = "additionalProperties";

  /** What is known about the values of fields, by name; any value is allowed for the others. */
  private static final Map<String, Json> VALUES =
      Map.ofEntries(
          text("Comment", "For people."),
          text("StartAt", "Name of the first state."),
          text("Next", "Name of the next state."),
          text("Default", "Name of the state if no rule holds."),
          text("TimeoutNext", "Name of the state after the timeout."),
          text("Version", "Version of the language."),
          text("Resource", "Handler or worker that does the work, or flow:CODE.sync."),
          flag("End", "True ends the flow or branch after this state."),
          flag("Optional", "True if the step may be skipped."),
          flag("WhenFailed", "True also undoes the step if it failed."),
          value("QueryLanguage", "{\"enum\": [\"JSONPath\", \"JSONata\"]}"),
          value("OnError", "{\"enum\": [\"stop\", \"continue\"]}"),
          value("Kind", "{\"enum\": [\"manual\", \"approval\"]}"),
          value("BackoffStrategy", "{\"enum\": [\"EXPONENTIAL\", \"LINEAR\", \"FIXED\"]}"),
          value("JitterStrategy", "{\"enum\": [\"FULL\", \"NONE\"]}"),
          value("TimeoutSeconds", "{\"type\": [\"number\", \"string\"]}"),
          value("HeartbeatSeconds", "{\"type\": [\"number\", \"string\"]}"),
          value("IntervalSeconds", "{\"type\": \"number\"}"),
          value("MaxAttempts", "{\"type\": \"number\", \"minimum\": 0}"),
          value("BackoffRate", "{\"type\": \"number\", \"minimum\": 1}"),
          value("MaxDelaySeconds", "{\"type\": \"number\"}"),
          value(
              "ErrorEquals",
              "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"string\"}}"),
          value("DependsOn", "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}"),
          value(
              "Choices",
              "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/Rule\"}}"),
          value("Retry", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/Retrier\"}}"),
          value("Catch", "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/Catcher\"}}"),
          value("Compensate", "{\"$ref\": \"#/$defs/Compensate\"}"),
          value("OnSucceeded", "{\"$ref\": \"#/$defs/EndTask\"}"),
          value("OnFailed", "{\"$ref\": \"#/$defs/EndTask\"}"),
          value(
              "Branches",
              "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/Branch\"}}"),
          value("ItemProcessor", "{\"$ref\": \"#/$defs/Processor\"}"),
          value("Iterator", "{\"$ref\": \"#/$defs/Processor\"}"),
          value(
              "States",
              "{\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {\"$ref\":"
                  + " \"#/$defs/State\"}}"),
          value(
              "Nodes",
              "{\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {\"$ref\":"
                  + " \"#/$defs/Node\"}}"));

  private StatesSchema() {}

  /** Returns the schema. */
  public static JsonObject json() {
    JsonObject definitions =
        JsonObject.builder()
            .put("State", byType("State"))
            .put(
                "Node",
                JsonObject.of("if", Json.parse("{\"required\": [\"Type\"]}"))
                    .with("then", byType("Node"))
                    .with("else", object(Fields.NODE_MACHINE)))
            .put("Branch", object(Fields.BRANCH))
            .put("Processor", object(Fields.PROCESSOR))
            .put("EndTask", object(Fields.END_TASK))
            .put("Compensate", object(Fields.COMPENSATE))
            .put("Retrier", object(Fields.RETRIER))
            // The catchers of a node have no Next.
            .put("Catcher", object(Fields.CATCHER.without("Next").with("Next")))
            .put("Rule", object(Fields.RULE))
            .build();
    for (StateKind kind : StateKind.values()) {
      FieldTable fields = of(kind);
      definitions =
          definitions
              .with(kind.type() + "State", object(fields))
              .with(
                  kind.type() + "Node", object(fields.without("Next End").with("DependsOn When")));
    }
    JsonObject head =
        JsonObject.of("$schema", Json.of("https://json-schema.org/draft/2020-12/schema"))
            .with("$id", Json.of("https://pawl.dev/schemas/states.json"))
            .with(
                "title", Json.of("Flow in the Amazon States Language with the additions of Pawl"));
    JsonObject flow = object(Fields.FLOW);
    for (Map.Entry<String, Json> member : flow.members().entrySet()) {
      head = head.with(member.getKey(), member.getValue());
    }
    return head.with("$defs", definitions);
  }

  private static FieldTable of(StateKind kind) {
    return switch (kind) {
      case TASK -> Fields.TASK;
      case CHOICE -> Fields.CHOICE;
      case PARALLEL -> Fields.PARALLEL;
      case MAP -> Fields.MAP;
      case WAIT -> Fields.WAIT;
      case PASS -> Fields.PASS;
      case SUCCEED -> Fields.SUCCEED;
      case FAIL -> Fields.FAIL;
      case GRAPH -> Fields.GRAPH;
      case HUMAN -> Fields.HUMAN;
    };
  }

  private static JsonObject byType(String suffix) {
    List<Json> rules = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (StateKind kind : StateKind.values()) {
      types.add(kind.type());
      rules.add(
          Json.parse(
              """
              {"if": {"required": ["Type"], "properties": {"Type": {"const": "%s"}}},
               "then": {"$ref": "#/$defs/%s%s"}}
              """
                  .formatted(kind.type(), kind.type(), suffix)));
    }
    return JsonObject.of("type", Json.of("object"))
        .with("required", texts(List.of("Type")))
        .with("properties", JsonObject.of("Type", JsonObject.of("enum", texts(types))))
        .with("allOf", JsonArray.of(rules));
  }

  private static JsonObject object(FieldTable fields) {
    JsonObject properties = JsonObject.EMPTY;
    for (String field : fields.all()) {
      properties = properties.with(field, VALUES.getOrDefault(field, JsonBool.TRUE));
    }
    JsonObject object =
        JsonObject.of("type", Json.of("object"))
            .with("properties", properties)
            .with(ADDITIONAL, JsonBool.FALSE);
    return fields.required().isEmpty() ? object : object.with("required", texts(fields.required()));
  }

  private static Map.Entry<String, Json> text(String field, String description) {
    return described(field, "string", description);
  }

  private static Map.Entry<String, Json> flag(String field, String description) {
    return described(field, "boolean", description);
  }

  private static Map.Entry<String, Json> described(String field, String type, String description) {
    return Map.entry(
        field, JsonObject.of("type", Json.of(type)).with("description", Json.of(description)));
  }

  private static Map.Entry<String, Json> value(String field, String schema) {
    return Map.entry(field, Json.parse(schema));
  }

  private static JsonArray texts(Collection<String> texts) {
    return JsonArray.of(texts.stream().<Json>map(Json::of).toList());
  }
}
