package dev.pawl.model.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.sdk.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaFindingsTest {

  private static final FormulaScope SCOPE =
      FormulaScope.ofRecord(
          Json.parse(
              """
              {"type": "object", "required": ["status", "amount"], "properties": {
                "status": {"type": "string"}, "amount": {"type": "number"},
                "active": {"type": "boolean"}, "due": {"type": "string", "format": "date"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "lines": {"type": "array", "items": {"type": "object",
                  "properties": {"price": {"type": "number"}}}},
                "customer": {"type": "object", "properties": {"name": {"type": "string"}}}}}\
              """));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "statsu == 'A' | 1:1 | there is no 'statsu' here | Did you mean 'status'?",
        "customer.nam == 'A' | 1:10 | has no field 'nam' | Did you mean 'name'?",
        "sum(lines.prize) | 1:11 | has no field 'prize' | Did you mean 'price'?",
        "status > 100 | 1:8 | text and a number have no order | Convert one of them",
        "amount == 'A' | 1:8 | a number and text are never equal | Convert",
        "status + 1 | 1:1 | calculations need numbers, but this is text | number(...)",
        "amount AND active | 1:1 | a condition needs a boolean, but this is a number | ''",
        "NOT status | 1:5 | a condition needs a boolean | ''",
        "active > true | 1:1 | have an order, not a boolean | ''",
        "amount > null | 1:10 | have an order, not null | IS NULL",
        "status IN amount | 1:11 | IN needs a list, but this is a number | ''",
        "amount IN ['a', 'b'] | 1:8 | a number is never in a list of text | ''",
        "amount MATCHES 'a' | 1:1 | MATCHES needs text, but this is a number | ''",
        "status MATCHES '(' | 1:16 | not a regular expression | RE2",
        "status MATCHES status | 1:16 | must be a text in quotes | ''",
        "lower(amount) | 1:7 | lower needs text, but this is a number | ''",
        "lowercase(status) | 1:1 | there is no function 'lowercase' | Did you mean 'lower'?",
        "substring(status) | 1:1 | substring takes 2 to 3 arguments, not 1 | ''",
        "changed(status) | 1:9 | needs the name of a field in quotes | ''",
        "changed('statsu') | 1:9 | has no field 'statsu' | Did you mean 'status'?",
        "due < 'soon' | 1:7 | compared with a time but is not a timestamp | 2026-01-31",
        "status.length > 1 | 1:8 | 'status' is text and has no fields | ''",
        "amount[0] | 1:8 | 'amount' is a number and has no elements | ''",
        "status = 'A' | 1:8 | '=' has no meaning here | Compare with '=='",
        "status == 'A' adn active | 1:15 | an operator or the end is expected, not 'adn' | 'AND'",
        "status == | 1:10 | a value is expected, not the end of the formula | ''",
        "1 < amount < 3 | 1:12 | AND or OR between two comparisons | ''",
        "(amount > 1 | 1:12 | ')' is expected | ''",
        "'abc | 1:1 | the text has no closing ' | ''",
        "'a\\d' | 1:3 | a backslash is written | two backslashes",
        "12x | 1:1 | neither a number nor a name | ''",
        "1e999 | 1:1 | is not a number that can be used | ''",
        "any(lines, item.prize > 1) | 1:17 | has no field 'prize' | 'price'",
        "status IS BIG | 1:11 | NULL, NOT NULL, EMPTY or NOT EMPTY after IS | ''"
      })
  void shouldFindErrors(String text, String position, String message, String advice) {
    List<FormulaFinding> findings = Formula.parse(text, SCOPE).findings();

    assertThat(findings).hasSize(1);
    FormulaFinding finding = findings.getFirst();
    assertThat(finding.line() + ":" + finding.column()).as(finding.toString()).isEqualTo(position);
    assertThat(finding.message()).contains(message);
    assertThat(finding.advice()).contains(advice.equals("''") ? "" : advice);
  }

  @Test
  void shouldReportAllTypeErrorsWithTheirLines() {
    String text = "statsu == 'A'\n  AND amuont > 1\n  AND amount > 'x'";

    assertThat(Formula.parse(text, SCOPE).findings())
        .extracting(FormulaFinding::line, FormulaFinding::column)
        .containsExactly(tuple(1, 1), tuple(2, 7), tuple(3, 14));
  }

  @Test
  void shouldFindErrorsInTemplates() {
    FormulaTemplate.Parsed parsed =
        FormulaTemplate.parse("Dear {{ status }},\nyou owe {{ amuont }}", SCOPE);

    assertThat(parsed.findings())
        .extracting(FormulaFinding::toString)
        .containsExactly("2:12: there is no 'amuont' here. Did you mean 'amount'?");
    assertThat(FormulaTemplate.parse("x {{ status", SCOPE).findings())
        .extracting(FormulaFinding::message)
        .containsExactly("the formula has no closing '}}'");
  }

  @Test
  void shouldAcceptFieldsOfOpenObjects() {
    FormulaScope open =
        FormulaScope.ofRecord(
            Json.parse(
                """
                {"type": "object", "additionalProperties": true,
                 "properties": {"status": {"type": "string"}}}\
                """));

    assertThat(Formula.parse("other.deep[0] == 1 AND status == 'A'", open).findings()).isEmpty();
  }
}
