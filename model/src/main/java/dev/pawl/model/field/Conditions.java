package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.FIELD_NOT_ALLOWED;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FIELD;
import static dev.pawl.model.finding.Finding.Code.WRONG_QUERY_LANGUAGE;

import dev.pawl.model.Condition;
import dev.pawl.model.Operator;
import dev.pawl.model.Template;
import dev.pawl.model.Timestamps;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the conditions of Choice rules and guards. */
public final class Conditions {

  private static final Set<String> OTHER_FIELDS = Set.of("Variable", "Comment", "_metadata");
  private static final List<String> COMBINED = List.of("And", "Or", "Not");

  private Conditions() {}

  /** Reads the condition in {@code When}, in the query language of the cursor. */
  public static Optional<Condition> guard(DefinitionCursor cursor) {
    if (!cursor.has("When")) {
      return Optional.empty();
    }
    return cursor.isJsonata()
        ? holds(cursor, "When")
        : cursor.object("When").flatMap(condition -> read(condition, Set.of()));
  }

  /** Reads the JSONata condition in a field. */
  public static Optional<Condition> holds(DefinitionCursor cursor, String field) {
    return cursor.get(field).filter(JsonBool.class::isInstance).isPresent()
        ? cursor.get(field).map(Template.Literal::new).map(Condition.IsTrue::new)
        : Expressions.jsonata(cursor, field).map(Condition.IsTrue::new);
  }

  /**
   * Reads an object as a JSONPath condition.
   *
   * @param others fields of the object that are not part of the condition
   */
  public static Optional<Condition> read(DefinitionCursor rule, Set<String> others) {
    List<String> tests = tests(rule, others);
    if (tests.size() == 1) {
      String test = tests.getFirst();
      return COMBINED.contains(test) ? combined(rule, test) : compare(rule, test);
    }
    if (tests.isEmpty()) {
      rule.report(
          MISSING_FIELD,
          "there is nothing to test",
          "Give a Variable and a comparison such as StringEquals, or And, Or, Not.");
    } else {
      rule.report(
          CONFLICTING_FIELDS,
          tests.getLast(),
          "there can be only one of " + String.join(", ", tests),
          "Combine conditions with And, Or and Not.");
    }
    return Optional.empty();
  }

  private static List<String> tests(DefinitionCursor rule, Set<String> others) {
    List<String> tests = new ArrayList<>();
    for (String field : rule.json().members().keySet()) {
      if (COMBINED.contains(field) || Operator.named(field).isPresent()) {
        tests.add(field);
      } else if (!others.contains(field) && !OTHER_FIELDS.contains(field)) {
        refuse(rule, field);
      }
    }
    return tests;
  }

  private static void refuse(DefinitionCursor rule, String field) {
    if (field.equals("Condition") || field.equals("Output")) {
      rule.report(
          WRONG_QUERY_LANGUAGE,
          field,
          "'" + field + "' is for JSONata, but JSONPath is spoken here",
          "Set \"QueryLanguage\": \"JSONata\".");
    } else if (Fields.isKnown(field)) {
      rule.report(FIELD_NOT_ALLOWED, field, "'" + field + "' has no place here", "");
    } else {
      Stream<String> operators = Arrays.stream(Operator.values()).map(Operator::field);
      rule.report(
          UNKNOWN_FIELD,
          field,
          "'" + field + "' is not a comparison of the language",
          Nearest.advice(field, Stream.concat(COMBINED.stream(), operators).toList()));
    }
  }

  private static Optional<Condition> combined(DefinitionCursor rule, String test) {
    if (rule.has("Variable")) {
      rule.report(
          FIELD_NOT_ALLOWED, "Variable", "'Variable' has no place beside '" + test + "'", "");
    }
    if (test.equals("Not")) {
      return rule.object(test).flatMap(inner -> read(inner, Set.of())).map(Condition.Not::new);
    }
    List<Condition> parts = new ArrayList<>();
    for (DefinitionCursor part : rule.objects(test)) {
      read(part, Set.of()).ifPresent(parts::add);
    }
    if (rule.get(test).filter(value -> value.get(0).isEmpty()).isPresent()) {
      rule.report(BAD_VALUE, test, "'" + test + "' has no conditions", "");
    }
    return Optional.of(test.equals("And") ? new Condition.And(parts) : new Condition.Or(parts));
  }

  private static Optional<Condition> compare(DefinitionCursor rule, String test) {
    Operator operator = Operator.named(test).orElseThrow();
    if (!rule.has("Variable")) {
      rule.report(
          MISSING_FIELD,
          "'Variable' is missing",
          "Add \"Variable\" with the path of the value to compare.");
    }
    Optional<Path> variable = Expressions.path(rule, "Variable");
    Optional<Template> operand =
        operator.takesPath()
            ? Expressions.path(rule, test).map(Template.Read::new)
            : literal(rule, operator).map(Template.Literal::new);
    return variable.isEmpty() || operand.isEmpty()
        ? Optional.empty()
        : Optional.of(new Condition.Compare(variable.get(), operator, operand.get()));
  }

  private static Optional<Json> literal(DefinitionCursor rule, Operator operator) {
    String field = operator.field();
    Json value = rule.get(field).orElseThrow();
    boolean fits =
        switch (operator.operandKind()) {
          case STRING -> value instanceof JsonString;
          case NUMBER -> value instanceof JsonNumber;
          case BOOLEAN -> value instanceof JsonBool;
          case TIMESTAMP ->
              value instanceof JsonString time && Timestamps.parse(time.value()).isPresent();
        };
    if (!fits) {
      rule.wrongType(field, value, expected(operator));
    } else if (value instanceof JsonString text && hasPathForm(field)) {
      UnevaluatedText.checkField(rule, field, text.value());
    }
    return Optional.of(value).filter(operand -> fits);
  }

  /** Returns true if the comparison also has a variant that takes its operand from a path. */
  static boolean hasPathForm(String field) {
    return Operator.named(field).isPresent() && Operator.named(field + "Path").isPresent();
  }

  private static String expected(Operator operator) {
    return switch (operator.operandKind()) {
      case STRING -> "text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case TIMESTAMP -> "a time such as 2026-01-31T12:00:00Z";
    };
  }
}
