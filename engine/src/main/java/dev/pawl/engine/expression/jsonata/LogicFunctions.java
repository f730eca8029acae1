package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import java.util.List;

/** Functions on booleans and types, and those that fail on purpose. */
final class LogicFunctions {

  private LogicFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("boolean", "<x-:b>", 1, (evaluator, a) -> truth(evaluator, a[0], true)),
        BuiltIn.of("not", "<x-:b>", 1, (evaluator, a) -> truth(evaluator, a[0], false)),
        BuiltIn.of("exists", "<x:b>", 1, (evaluator, a) -> JsonBool.of(a[0] != UNDEFINED)),
        BuiltIn.of("type", "<x:s>", 1, (evaluator, a) -> type(a[0])),
        BuiltIn.of("error", "<s?:x>", 1, (evaluator, a) -> error(a[0])),
        BuiltIn.of("assert", "<bs?:x>", 2, (evaluator, a) -> verify(evaluator, a[0], a[1])),
        // FunctionCalls evaluates the text: it needs the variables and the context of the call.
        BuiltIn.of("eval", "<sx?:x>", 2, (evaluator, a) -> UNDEFINED));
  }

  private static Object truth(Evaluator evaluator, Object value, boolean expected) {
    return value == UNDEFINED ? UNDEFINED : JsonBool.of(evaluator.isTrue(value) == expected);
  }

  private static Object type(Object value) {
    return switch (Values.letter(value)) {
      case 's' -> Json.of("string");
      case 'n' -> Json.of("number");
      case 'b' -> Json.of("boolean");
      case 'l' -> Json.of("null");
      case 'a' -> Json.of("array");
      case 'o' -> Json.of("object");
      case 'f' -> Json.of("function");
      default -> UNDEFINED;
    };
  }

  private static Object error(Object message) {
    throw new ExpressionException(
        "D3137", message == UNDEFINED ? "$error() function evaluated" : Values.string(message));
  }

  private static Object verify(Evaluator evaluator, Object condition, Object message) {
    if (evaluator.isTrue(condition)) {
      return UNDEFINED;
    }
    throw new ExpressionException(
        "D3141", message == UNDEFINED ? "$assert() statement failed" : Values.string(message));
  }
}
