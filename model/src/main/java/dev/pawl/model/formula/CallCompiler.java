package dev.pawl.model.formula;

import dev.pawl.model.formula.FormulaFunction.Parameter;
import dev.pawl.model.formula.FormulaNode.Segment;
import dev.pawl.model.formula.FormulaType.Kind;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Translates calls of functions. */
final class CallCompiler {

  private final FormulaCompiler compiler;
  private final FormulaScope scope;

  CallCompiler(FormulaCompiler compiler, FormulaScope scope) {
    this.compiler = compiler;
    this.scope = scope;
  }

  CompiledNode compile(FormulaNode.Call call) {
    return switch (call.function()) {
      case MATCHES -> compiler.matches(call.arguments().get(0), call.arguments().get(1), scope);
      case NOW -> new CompiledNode("$now()", call.function().result());
      case TODAY ->
          new CompiledNode(
              "($substring($now(), 0, 10) & \"T00:00:00.000Z\")", call.function().result());
      case CHANGED, PREVIOUS -> ofChange(call);
      case COALESCE -> coalesce(call);
      case MIN, MAX -> {
        List<CompiledNode> arguments = arguments(call);
        List<String> texts =
            arguments.stream()
                .map(
                    each -> each.type().kind() == Kind.LIST ? "(" + each.text() + ")" : each.text())
                .toList();
        yield helper(call, "[" + String.join(", ", texts) + "]");
      }
      case ANY, ALL, COUNT, SUM -> overItems(call);
      case SPLIT -> {
        CompiledNode split = helper(call, joined(arguments(call)));
        FormulaType items = FormulaType.of(Kind.TEXT, false);
        yield new CompiledNode(
            split.text(), new FormulaType(Kind.LIST, true, Map.of(), false, Optional.of(items)));
      }
      case SUBSTRING, ROUND -> {
        String arguments = joined(arguments(call));
        boolean isShort = call.arguments().size() < call.function().maxArguments();
        yield helper(call, isShort ? arguments + ", null" : arguments);
      }
      case LEN,
          LOWER,
          UPPER,
          TRIM,
          CONTAINS,
          STARTS_WITH,
          ENDS_WITH,
          JOIN,
          ABS,
          NUMBER,
          TEXT,
          DATE,
          ADD_DAYS,
          DAYS_BETWEEN ->
          helper(call, joined(arguments(call)));
    };
  }

  private static CompiledNode helper(FormulaNode.Call call, String arguments) {
    return new CompiledNode(
        "$f_" + call.function().written() + "(" + arguments + ")", call.function().result());
  }

  private static String joined(List<CompiledNode> arguments) {
    return String.join(", ", arguments.stream().map(CompiledNode::text).toList());
  }

  private List<CompiledNode> arguments(FormulaNode.Call call) {
    List<CompiledNode> compiled = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      compiled.add(argument(call, i, scope));
    }
    return compiled;
  }

  private CompiledNode argument(FormulaNode.Call call, int index, FormulaScope inner) {
    FormulaNode argument = call.arguments().get(index);
    CompiledNode compiled = compiler.compile(argument, inner);
    Parameter parameter = call.function().parameter(index).orElseThrow();
    if (!parameter.accepts(compiled.type())) {
      compiler.report(
          argument.at(),
          call.function().written()
              + " needs "
              + parameter.expected()
              + ", but this is "
              + compiled.type().kind().description(),
          "");
    }
    return compiled;
  }

  /** Translates a function of a list whose second argument is evaluated for each item. */
  private CompiledNode overItems(FormulaNode.Call call) {
    CompiledNode list = argument(call, 0, scope);
    if (call.arguments().size() == 1) {
      return helper(call, list.text());
    }
    FormulaType item = list.type().items().orElse(FormulaType.ANY);
    FormulaScope inner = scope.with(new FormulaScope.Name("item", "$item", item));
    boolean isSum = call.function() == FormulaFunction.SUM;
    String each =
        isSum
            ? argument(call, 1, inner).text()
            : compiler.condition(call.arguments().get(1), inner);
    String name = call.function().written();
    String values =
        "[$map($f_l(" + list.text() + ", \"" + name + "\"), function($item) { " + each + " })]";
    String helper = call.function() == FormulaFunction.COUNT ? "countTrue" : name;
    return new CompiledNode("$f_" + helper + "(" + values + ")", call.function().result());
  }

  private CompiledNode coalesce(FormulaNode.Call call) {
    List<CompiledNode> arguments = arguments(call);
    FormulaType type = arguments.getFirst().type();
    for (CompiledNode argument : arguments.subList(1, arguments.size())) {
      type = type.or(argument.type());
    }
    boolean isNullable = arguments.stream().allMatch(each -> each.type().isNullable());
    String text = arguments.getLast().text();
    for (int i = arguments.size() - 2; i >= 0; i--) {
      text = "($v := " + arguments.get(i).text() + "; $v != null ? $v : " + text + ")";
    }
    FormulaType known =
        new FormulaType(
            type.kind(),
            isNullable || type.kind() == Kind.ANY,
            type.fields(),
            type.isOpen(),
            type.items());
    return new CompiledNode(text, known);
  }

  private CompiledNode ofChange(FormulaNode.Call call) {
    FormulaFunction function = call.function();
    if (!scope.hasChanges()) {
      compiler.report(
          call.at(),
          function.written() + " is known only where a record has changed",
          "Use it in triggers of records.");
      return new CompiledNode("null", FormulaType.ANY);
    }
    FormulaNode argument = call.arguments().getFirst();
    if (!(argument instanceof FormulaNode.Literal literal
        && literal.value() instanceof JsonString field)) {
      compiler.report(
          argument.at(), function.written() + " needs the name of a field in quotes", "");
      return new CompiledNode("null", FormulaType.ANY);
    }
    FormulaNode.Reference now = reference("data", field.value(), argument);
    CompiledNode current = compiler.compile(now, scope);
    String changed =
        "$f_in(" + field + ", ($exists($$.record.changedFields) ? $$.record.changedFields : null))";
    if (function == FormulaFunction.CHANGED) {
      return new CompiledNode(changed, function.result());
    }
    String before =
        compiler.compile(reference("previousData", field.value(), argument), scope).text();
    return new CompiledNode(
        "("
            + changed
            + " ? "
            + before
            + " : ($$.trigger.event = \"CREATED\" ? null : "
            + current.text()
            + "))",
        current.type().orNull());
  }

  private static FormulaNode.Reference reference(String part, String field, FormulaNode argument) {
    return new FormulaNode.Reference(
        "record",
        List.of(new Segment.Member(part, argument.at()), new Segment.Member(field, argument.at())),
        argument.at());
  }
}
