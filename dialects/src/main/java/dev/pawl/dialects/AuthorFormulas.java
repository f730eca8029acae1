package dev.pawl.dialects;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaFinding;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaTemplate;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks and compiles the formulas in an author's text. */
final class AuthorFormulas {

  private final Findings findings;
  private final FormulaScope scope;

  AuthorFormulas(Findings findings, FormulaScope scope) {
    this.findings = findings;
    this.scope = scope;
  }

  /** Reports the mistakes of a formula. */
  void check(String formula, String pointer) {
    report(Formula.parse(formula, scope).findings(), formula, pointer);
  }

  /**
   * Returns a value with its {@code {{ }}} templates compiled to JSONata. References to secrets are
   * left to the engine.
   */
  Json compile(Json value, String pointer) {
    return switch (value) {
      case JsonString text -> compile(text, pointer);
      case JsonArray array -> {
        List<Json> elements = new ArrayList<>();
        for (int i = 0; i < array.elements().size(); i++) {
          elements.add(compile(array.elements().get(i), Pointer.element(pointer, i)));
        }
        yield JsonArray.of(elements);
      }
      case JsonObject object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object
            .members()
            .forEach(
                (name, member) ->
                    members.put(name, compile(member, Pointer.member(pointer, name))));
        yield JsonObject.of(members);
      }
      default -> value;
    };
  }

  private Json compile(JsonString text, String pointer) {
    String written = text.value();
    if (!FormulaTemplate.isTemplate(written) || isSecret(written)) {
      return text;
    }
    FormulaTemplate.Parsed parsed = FormulaTemplate.parse(written, scope);
    report(parsed.findings(), written, pointer);
    return parsed
        .template()
        .map(template -> Json.of("{% " + template.toJsonata() + " %}"))
        .orElse(text);
  }

  private static boolean isSecret(String text) {
    return text.matches("(?s).*\\{\\{\\s*secret\\(.*");
  }

  private void report(List<FormulaFinding> wrong, String formula, String pointer) {
    for (FormulaFinding finding : wrong) {
      String place =
          formula.contains("\n")
              ? " (line " + finding.line() + ", column " + finding.column() + " of the formula)"
              : " (column " + finding.column() + " of the formula)";
      findings.add(
          Finding.Code.BAD_EXPRESSION, pointer, finding.message() + place, finding.advice());
    }
  }
}
