package dev.pawl.engine.expression.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaFunction;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.model.formula.FormulaTemplate;
import dev.pawl.model.formula.FormulaType;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every example on the page about formulas has the value that stands beside it. */
class FormulasPageTest {

  private static final Path PAGE = Path.of("..", "docs", "formulas.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(.*?)` \\| `(\\{.*?})` \\| `?(.*?)`? \\|$", Pattern.MULTILINE);
  private static final FormulaScope SCOPE = FormulaScope.ofRoot(FormulaType.object(Map.of(), true));

  @Test
  void shouldEvaluateEveryExample() throws IOException {
    List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();

    assertThat(rows).hasSizeGreaterThan(40);
    for (MatchResult row : rows) {
      FormulaEvaluation evaluation =
          new FormulaEvaluation(Json.parse(row.group(2)), Instant.parse("2026-01-31T09:30:00Z"));
      if (row.group(1).contains("{{")) {
        FormulaTemplate template = FormulaTemplate.parse(row.group(1)).orElseThrow();
        assertThat(evaluation.evaluate(template, new Budget()))
            .as(row.group())
            .isEqualTo(Json.parse(row.group(3)));
        continue;
      }
      Formula formula = Formula.parse(row.group(1), SCOPE).orElseThrow();
      if (row.group(3).equals("error")) {
        assertThatThrownBy(() -> evaluation.evaluate(formula))
            .as(row.group())
            .isInstanceOf(ExpressionException.class);
      } else {
        assertThat(evaluation.evaluate(formula))
            .as(row.group())
            .isEqualTo(Json.parse(row.group(3)));
      }
    }
  }

  @Test
  void shouldDescribeEveryFunction() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(FormulaFunction.names())
        .allSatisfy(name -> assertThat(page).contains("`" + name + "("));
  }
}
