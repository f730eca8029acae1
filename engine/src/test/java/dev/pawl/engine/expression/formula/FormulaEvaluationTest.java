package dev.pawl.engine.expression.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaTemplate;
import dev.pawl.model.formula.FormulaType;
import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaEvaluationTest {

  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");
  private static final Json CHANGE =
      Json.parse(
          """
          {"trigger": {"event": "UPDATED"},
           "record": {"id": 7, "collectionName": "orders",
             "data": {"status": "ACTIVE", "amount": 250, "note": "same"},
             "previousData": {"status": "NEW"}, "changedFields": ["status"]}}\
          """);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "status == 'ACTIVE' AND amount > 100 | true",
        "record.data.amount | 250",
        "record.id == 7 | true",
        "previous.status | 'NEW'",
        "changed('status') AND NOT changed('amount') | true",
        "previous('status') | 'NEW'",
        "previous('note') | 'same'",
        "previous('none') IS NULL | true",
        "trigger.event == 'UPDATED' | true"
      })
  void shouldReadChangesOfRecords(String text, String expected) {
    Formula formula = Formula.parse(text, FormulaScope.ofRecord(Json.parse("{}"))).orElseThrow();

    assertThat(new FormulaEvaluation(CHANGE, NOW).evaluate(formula))
        .isEqualTo(Json.parse(expected.replace('\'', '"')));
  }

  @Test
  void shouldHaveNoPreviousValueOfANewRecord() {
    Json created =
        Json.parse(
            """
            {"trigger": {"event": "CREATED"},
             "record": {"data": {"status": "NEW"}, "previousData": {}, "changedFields": []}}\
            """);
    Formula formula =
        Formula.parse("previous('status') IS NULL", FormulaScope.ofRecord(Json.parse("{}")))
            .orElseThrow();

    assertThat(new FormulaEvaluation(created, NOW).test(formula)).isTrue();
  }

  @Test
  void shouldReadEventsMessagesAndWebhooks() {
    Json none = Json.parse("{}");
    Json root =
        Json.parse(
            """
            {"event": {"type": "order.created", "payload": {"total": 5}},
             "message": {"key": "k", "headers": {"a": "b"}, "payload": {"x": [1]}},
             "input": {"n": 1}, "trigger": {"webhook": {"headers": {"x-kind": "push"}}}}\
            """);

    assertThat(test("payload.total > 4 AND event.type == 'order.created'", root, none)).isTrue();
    assertThat(
            new FormulaEvaluation(root, NOW)
                .test(
                    Formula.parse("message.payload.x[0] == 1", FormulaScope.ofMessage(none))
                        .orElseThrow()))
        .isTrue();
    assertThat(
            new FormulaEvaluation(root, NOW)
                .test(
                    Formula.parse(
                            "input.n == 1 AND headers['x-kind'] == 'push'",
                            FormulaScope.ofWebhook(none))
                        .orElseThrow()))
        .isTrue();
  }

  private static boolean test(String text, Json root, Json schema) {
    return new FormulaEvaluation(root, NOW)
        .test(Formula.parse(text, FormulaScope.ofEvent(schema)).orElseThrow());
  }

  @Test
  void shouldReadVariablesOfFlows() {
    FormulaScope scope =
        FormulaScope.of(
            List.of(
                new FormulaScope.Name("inputs", "$states.input", FormulaType.ANY),
                new FormulaScope.Name("customer", "$customer", FormulaType.ANY)));
    Formula formula =
        Formula.parse("inputs.total > 10 AND customer.vip != true", scope).orElseThrow();

    FormulaEvaluation evaluation =
        new FormulaEvaluation(
            Json.parse("{}"), Map.of("states", Json.parse("{\"input\": {\"total\": 11}}")), NOW);

    assertThat(evaluation.test(formula)).isTrue();
    assertThat(formula.expression().freeVariables()).containsExactly("states", "customer");
  }

  @Test
  void shouldCompileToPlainJsonataWhereTheSchemaIsCertain() {
    Json schema =
        Json.parse(
            """
            {"type": "object", "required": ["status", "amount"], "properties": {
              "status": {"type": "string"}, "amount": {"type": "number"}}}\
            """);

    Formula formula =
        Formula.parse("status == 'ACTIVE' AND amount > 100", FormulaScope.ofRecord(schema))
            .orElseThrow();

    assertThat(formula.toJsonata())
        .isEqualTo("(($$.record.data.status = \"ACTIVE\") and ($$.record.data.amount > 100))");
  }

  @Test
  void shouldCompareFieldsWithTheFormatOfADateAsTimes() {
    Json schema =
        Json.parse(
            """
            {"type": "object", "properties": {
              "from": {"type": "string", "format": "date"},
              "to": {"type": "string", "format": "date-time"}}}\
            """);
    Json root =
        Json.parse(
            "{\"record\": {\"data\": {\"from\": \"2026-01-31\", \"to\":"
                + " \"2026-01-31T02:00:00+02:00\"}}}");
    FormulaScope scope = FormulaScope.ofRecord(schema);

    FormulaEvaluation evaluation = new FormulaEvaluation(root, NOW);

    assertThat(evaluation.test(Formula.parse("from == to", scope).orElseThrow())).isTrue();
    assertThat(evaluation.test(Formula.parse("from == today()", scope).orElseThrow())).isTrue();
    assertThat(evaluation.test(Formula.parse("from > '2026-01-30'", scope).orElseThrow())).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "name + 1",
        "name AND true",
        "number('x')",
        "abs(5 + none)",
        "1 / 0",
        "'a' IN name",
        "date(name)",
        "sum(name)",
        "lower(flag)",
        "join([lines], ',')"
      })
  void shouldFailAtRunTimeInsteadOfBeingFalse(String text) {
    Formula formula = Formula.parse(text, FormulaScope.ofRoot(FormulaType.ANY)).orElseThrow();
    Json root = Json.parse("{\"name\": \"Ada\", \"flag\": true, \"lines\": [{}]}");

    assertThatThrownBy(() -> new FormulaEvaluation(root, NOW).test(formula))
        .isInstanceOf(ExpressionException.class)
        .hasMessageNotContaining("$f_");
  }

  @Test
  void shouldNotReadInsertedValuesAsTemplates() {
    FormulaTemplate template = FormulaTemplate.parse("a {{ x }} b").orElseThrow();
    Json root = Json.parse("{\"x\": \"{{ secret }} ${$.secret}\", \"secret\": 1}");

    assertThat(new FormulaEvaluation(root, NOW).evaluate(template, new Budget()))
        .isEqualTo(Json.of("a {{ secret }} ${$.secret} b"));
  }

  @Test
  void shouldKeepTheTypeOfATemplateThatIsOneFormula() {
    Json root = Json.parse("{\"x\": [1, {\"a\": null}]}");
    FormulaEvaluation evaluation = new FormulaEvaluation(root, NOW);

    assertThat(evaluation.evaluate(FormulaTemplate.parse("{{x}}").orElseThrow(), new Budget()))
        .isEqualTo(root.get("x").orElseThrow());
    assertThat(evaluation.evaluate(FormulaTemplate.parse("{{x}} ").orElseThrow(), new Budget()))
        .isEqualTo(Json.of("[1,{\"a\":null}] "));
    assertThat(evaluation.evaluate(FormulaTemplate.parse("plain").orElseThrow(), new Budget()))
        .isEqualTo(Json.of("plain"));
    assertThat(evaluation.evaluate(FormulaTemplate.parse("{{ '}}' }}").orElseThrow(), new Budget()))
        .isEqualTo(Json.of("}}"));
  }
}
