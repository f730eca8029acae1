package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.intrinsic.Argument;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Evaluates calls of intrinsic functions. */
public final class Intrinsics {

  /** The code of an error that a function itself reports. */
  public static final String INTRINSIC_FAILURE = "States.IntrinsicFailure";

  private final Function<Path, Json> paths;
  private final EvaluationTime moment;
  private final Budget budget;

  private Intrinsics(Function<Path, Json> paths, EvaluationTime moment, Budget budget) {
    this.paths = paths;
    this.moment = moment;
    this.budget = budget;
  }

  /**
   * Evaluates a call.
   *
   * @param paths finds the value at a path
   * @param moment source of random numbers
   * @throws ExpressionException with code {@code States.IntrinsicFailure} if a function does not
   *     accept its arguments
   */
  public static Json evaluate(
      IntrinsicCall call, Function<Path, Json> paths, EvaluationTime moment, Budget budget) {
    return new Intrinsics(paths, moment, budget).call(call);
  }

  private Json value(Argument argument) {
    return switch (argument) {
      case Argument.Literal literal -> literal.value();
      case Argument.Text text -> Json.of(text.value());
      case Argument.At at -> paths.apply(at.path());
      case IntrinsicCall call -> call(call);
    };
  }

  private Json call(IntrinsicCall call) {
    budget.enter();
    budget.visit(1L + call.arguments().size());
    List<Json> values = new ArrayList<>(call.arguments().size());
    for (Argument argument : call.arguments()) {
      values.add(value(argument));
    }
    FunctionArguments given = new FunctionArguments(call.function().fullName(), values, budget);
    Json result =
        switch (call.function()) {
          case FORMAT -> Formatting.format(template(call, given), given);
          case STRING_TO_JSON -> Conversions.stringToJson(given);
          case JSON_TO_STRING -> Conversions.jsonToString(given);
          case ARRAY -> JsonArray.of(values);
          case ARRAY_PARTITION -> Lists.partition(given);
          case ARRAY_CONTAINS -> Lists.contains(given);
          case ARRAY_RANGE -> Lists.range(given);
          case ARRAY_GET_ITEM -> Lists.item(given);
          case ARRAY_LENGTH -> Json.of(given.array(0).length());
          case ARRAY_UNIQUE -> Lists.unique(given);
          case BASE64_ENCODE -> Conversions.base64Encode(given);
          case BASE64_DECODE -> Conversions.base64Decode(given);
          case HASH -> Conversions.hash(given);
          case JSON_MERGE -> Conversions.merge(given);
          case MATH_RANDOM -> Numbers.random(given, moment);
          case MATH_ADD -> Numbers.add(given);
          case STRING_SPLIT -> Formatting.split(given);
          case UUID -> Numbers.uuid(moment);
        };
    budget.leave();
    return result;
  }

  private static String template(IntrinsicCall call, FunctionArguments given) {
    return call.arguments().getFirst() instanceof Argument.Text text
        ? text.template()
        : given.text(0);
  }
}
