package dev.pawl.handlers.function;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerDescriptor.EffectScope;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code TRANSFORM_DATA}: returns the value of a JSONata expression, or a template as it is. */
public final class TransformData implements Handler {

  private static final HandlerDescriptor DESCRIPTOR =
      new HandlerDescriptor(
          "Transform data",
          "Data",
          "Computes a value with a JSONata expression, or fills a template.",
          "shuffle",
          Json.parse(
              """
              {
                "type": "object",
                "properties": {
                  "expression": {"type": "string", "description": "JSONata"},
                  "template": {"description": "Any value; its templates are already filled in"},
                  "data": {"description": "Input of the expression; default is that of the state"}
                },
                "oneOf": [{"required": ["expression"]}, {"required": ["template"]}],
                "additionalProperties": false
              }
              """),
          JsonBool.TRUE,
          JsonBool.TRUE,
          List.of(
              new HandlerError(
                  "States.QueryEvaluationError", "The expression has an error or fails.", false),
              HandlerSettings.CONFIG_INVALID),
          EffectScope.NONE,
          Optional.of(Duration.ofSeconds(30)));

  private final ExpressionFunction expressions;

  /** Creates the handler. */
  public TransformData(ExpressionFunction expressions) {
    this.expressions = expressions;
  }

  @Override
  public HandlerDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    HandlerSettings settings = HandlerSettings.of(call);
    Optional<String> expression = settings.text("expression");
    Optional<Json> template = settings.value("template");
    if (expression.isPresent() == template.isPresent()) {
      throw HandlerSettings.invalid("expression: set either expression or template");
    }
    return expression.isPresent()
        ? expressions.evaluate(expression.get(), settings.value("data").orElse(call.input()))
        : template.get();
  }
}
