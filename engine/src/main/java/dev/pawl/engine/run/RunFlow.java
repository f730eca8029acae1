package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.model.FlowResource;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code RUN_FLOW}: starts another flow that the settings name. The engine itself starts it, as for
 * {@code flow:CODE}; this handler only describes the resource.
 */
final class RunFlow implements Handler {

  static final String CONFIG_INVALID = "ConfigInvalid";

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Run flow",
          "Flow",
          "Starts another flow, once for all attempts of the node, and waits for its end.",
          "workflow",
          Json.parse(
              """
              {
                "type": "object",
                "required": ["flow"],
                "properties": {
                  "flow": {"description": "Code of the flow", "type": "string"},
                  "input": {"description": "Input of the flow; default is the input of the state"},
                  "wait": {
                    "description": "false: the result is the id of the execution; default is true",
                    "type": "boolean"
                  },
                  "version": {
                    "description": "Version of the flow; default is the current one",
                    "type": "integer",
                    "minimum": 1
                  }
                },
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          List.of(
              new HandlerError(
                  "StepFunctions.StateMachineDoesNotExistException",
                  "There is no such flow or version.",
                  false),
              new HandlerError(CONFIG_INVALID, "A setting is missing or wrong.", false)),
          EffectScope.INTERNAL,
          Optional.empty());

  /** Reads the settings of a call. */
  static ChildFlow read(Command.Call call) {
    Json settings = call.config().orElse(call.input());
    Optional<Json> flow = settings.get(FlowResource.FLOW_SETTING);
    Optional<Json> waits = settings.get("wait");
    Optional<Json> version = settings.get("version").filter(value -> !value.isNull());
    Optional<String> code =
        flow.flatMap(
            value ->
                value instanceof JsonString text && !text.value().isBlank()
                    ? Optional.of(text.value())
                    : Optional.empty());
    OptionalInt number =
        version
            .filter(value -> value instanceof JsonNumber && isVersion(value))
            .map(value -> OptionalInt.of(Math.toIntExact(value.asLong())))
            .orElse(OptionalInt.empty());
    Optional<String> problem =
        code.isEmpty()
            ? Optional.of("flow: is missing or no text; name the flow to start, such as refund")
            : waits.filter(value -> !(value instanceof JsonBool)).isPresent()
                ? Optional.of("wait: %s is not true or false".formatted(waits.get()))
                : version.isPresent() && number.isEmpty()
                    ? Optional.of(
                        "version: %s is not a whole number from 1 on".formatted(version.get()))
                    : Optional.empty();
    return new ChildFlow(
        code.orElse(""),
        Optional.empty(),
        settings
            .get("input")
            .orElseGet(() -> call.config().isPresent() ? call.input() : JsonObject.EMPTY),
        waits.map(Json::isTrue).orElse(true),
        Optional.empty(),
        number,
        problem);
  }

  private static boolean isVersion(Json value) {
    return value.toString().matches("[1-9][0-9]{0,8}");
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    throw new HandlerException(
        CONFIG_INVALID,
        "RUN_FLOW starts flows only as the Resource of a Task; give it a Task of its own");
  }
}
