package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import com.google.re2j.Matcher;
import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.jsonata.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks arguments against a signature, wraps them in arrays and inserts the context value. */
final class Arguments {

  private Arguments() {}

  /** Returns the arguments in the form that the function expects, at least one per parameter. */
  static Object[] check(
      Budget budget, Signature signature, Object[] arguments, Object context, String function) {
    List<Signature.Param> params = signature.params();
    return fitsOneByOne(budget, params, arguments)
        ? padded(arguments, params.size())
        : assign(budget, signature, arguments, context, function);
  }

  private static Object[] padded(Object[] arguments, int size) {
    if (arguments.length == size) {
      return arguments;
    }
    Object[] padded = Arrays.copyOf(arguments, size);
    Arrays.fill(padded, arguments.length, size, UNDEFINED);
    return padded;
  }

  /** Returns true in the common case: each argument already has the type of its parameter. */
  private static boolean fitsOneByOne(
      Budget budget, List<Signature.Param> params, Object[] arguments) {
    if (arguments.length > params.size()) {
      return false;
    }
    for (int i = 0; i < params.size(); i++) {
      Signature.Param param = params.get(i);
      if (i >= arguments.length) {
        if (!param.optional() || param.context() || param.repeated()) {
          return false;
        }
        continue;
      }
      char letter = Values.letter(arguments[i]);
      if (param.accepted().indexOf(letter) < 0
          || param.repeated()
          || param.array()
              && letter != 'm'
              && !isFittingArray(budget, param, arguments[i], letter)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFittingArray(
      Budget budget, Signature.Param param, Object argument, char letter) {
    return letter == 'a'
        && (param.content().isEmpty()
            || hasContent(budget, argument, letter, param.content().charAt(0)));
  }

  private static Object[] assign(
      Budget budget, Signature signature, Object[] arguments, Object context, String function) {
    StringBuilder letters = new StringBuilder();
    for (Object argument : arguments) {
      letters.append(Values.letter(argument));
    }
    Matcher matcher = signature.pattern().matcher(letters);
    if (!matcher.matches()) {
      throw mismatch(signature, arguments, function);
    }
    List<Object> assigned = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < signature.params().size(); i++) {
      Signature.Param param = signature.params().get(i);
      String taken = matcher.group(i + 1);
      if (taken == null || taken.isEmpty()) {
        // As in the reference implementation, a skipped parameter consumes its argument.
        assigned.add(
            param.context() ? fromContext(param, context, function) : at(arguments, next++));
      } else {
        for (int k = 0; k < taken.length(); k++) {
          Object argument = at(arguments, next++);
          assigned.add(fitted(budget, param, argument, next, function));
        }
      }
    }
    return assigned.toArray();
  }

  private static Object at(Object[] arguments, int index) {
    return index < arguments.length ? arguments[index] : UNDEFINED;
  }

  private static Object fromContext(Signature.Param param, Object context, String function) {
    if (param.accepted().indexOf(Values.letter(context)) < 0) {
      throw new ExpressionException(
          "T0411",
          "the context of "
              + function
              + " is "
              + Values.describe(context)
              + ", which is not what it needs");
    }
    return context;
  }

  private static Object fitted(
      Budget budget, Signature.Param param, Object argument, int number, String function) {
    char letter = Values.letter(argument);
    if (!param.array() || letter == 'm') {
      return argument;
    }
    if (!param.content().isEmpty()
        && !hasContent(budget, argument, letter, param.content().charAt(0))) {
      throw new ExpressionException(
          "T0412",
          "argument "
              + number
              + " of "
              + function
              + " must be an array of "
              + plural(param.content().charAt(0)));
    }
    return letter == 'a' ? argument : Sequence.array(List.of(argument));
  }

  private static boolean hasContent(Budget budget, Object argument, char letter, char content) {
    if (letter != 'a') {
      return letter == content;
    }
    for (Object item : Values.items(argument)) {
      budget.visit(1);
      if (Values.letter(item) != content) {
        return false;
      }
    }
    return true;
  }

  private static String plural(char letter) {
    return switch (letter) {
      case 'n' -> "numbers";
      case 's' -> "strings";
      case 'b' -> "booleans";
      case 'o' -> "objects";
      case 'f' -> "functions";
      default -> "arrays";
    };
  }

  private static ExpressionException mismatch(
      Signature signature, Object[] arguments, String function) {
    List<Signature.Param> params = signature.params();
    int at = 0;
    while (at < arguments.length
        && at < params.size()
        && params.get(at).accepted().indexOf(Values.letter(arguments[at])) >= 0) {
      at++;
    }
    String problem =
        at < arguments.length
            ? "argument "
                + (at + 1)
                + " of "
                + function
                + " must not be "
                + Values.describe(arguments[at])
            : function + " needs more arguments";
    return new ExpressionException(
        "T0410", problem + "; its signature is " + signature.definition());
  }
}
