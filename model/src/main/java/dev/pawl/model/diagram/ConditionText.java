package dev.pawl.model.diagram;

import dev.pawl.model.Condition;
import dev.pawl.model.Template;
import dev.pawl.sdk.JsonBool;
import java.util.List;
import java.util.stream.Collectors;

/** Formats conditions as short readable text. */
final class ConditionText {

  private ConditionText() {}

  static String of(Condition condition) {
    return switch (condition) {
      case Condition.And and -> joined(and.all(), " and ");
      case Condition.Or or -> joined(or.any(), " or ");
      case Condition.Not not -> "not " + inner(not.condition());
      case Condition.Compare compare -> compare(compare);
      case Condition.IsTrue holds -> TemplateText.of(holds.expression());
    };
  }

  private static String joined(List<Condition> parts, String word) {
    return parts.stream().map(ConditionText::inner).collect(Collectors.joining(word));
  }

  private static String inner(Condition condition) {
    boolean combined = condition instanceof Condition.And || condition instanceof Condition.Or;
    return combined ? "(" + of(condition) + ")" : of(condition);
  }

  private static String compare(Condition.Compare compare) {
    String variable = compare.variable().source();
    return switch (compare.operator().test()) {
      case EQUALS -> variable + " = " + TemplateText.of(compare.operand());
      case LESS_THAN -> variable + " < " + TemplateText.of(compare.operand());
      case GREATER_THAN -> variable + " > " + TemplateText.of(compare.operand());
      case LESS_THAN_EQUALS -> variable + " ≤ " + TemplateText.of(compare.operand());
      case GREATER_THAN_EQUALS -> variable + " ≥ " + TemplateText.of(compare.operand());
      case MATCHES -> variable + " matches " + TemplateText.of(compare.operand());
      case IS_NULL -> variable + is(compare) + "null";
      case IS_PRESENT -> variable + is(compare) + "present";
      case IS_NUMERIC -> variable + is(compare) + "a number";
      case IS_STRING -> variable + is(compare) + "text";
      case IS_BOOLEAN -> variable + is(compare) + "true or false";
      case IS_TIMESTAMP -> variable + is(compare) + "a time";
    };
  }

  private static String is(Condition.Compare compare) {
    return compare.operand().equals(new Template.Literal(JsonBool.FALSE)) ? " is not " : " is ";
  }
}
