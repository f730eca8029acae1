package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;
import dev.pawl.model.jsonata.JsonataExpression;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A text with formulas in {@code {{ }}}. A text that is exactly one formula has the value of the
 * formula, of any type; otherwise the values are inserted as text, null as nothing. Inserted values
 * are never read as templates.
 */
public final class FormulaTemplate {

  /** The maximum length of a template, in characters. */
  public static final int MAX_LENGTH = 20_000;

  private final String text;
  private final FormulaType type;
  private final boolean isConstant;
  private final JsonataExpression expression;

  private FormulaTemplate(
      String text, FormulaType type, boolean isConstant, JsonataExpression expression) {
    this.text = text;
    this.type = type;
    this.isConstant = isConstant;
    this.expression = expression;
  }

  /**
   * The result of parsing a template.
   *
   * @param template present if and only if there are no findings
   */
  public record Parsed(Optional<FormulaTemplate> template, List<FormulaFinding> findings) {

    public Parsed {
      findings = List.copyOf(findings);
    }

    /**
     * Returns the template.
     *
     * @throws IllegalArgumentException with all findings if it is wrong
     */
    public FormulaTemplate orElseThrow() {
      return template.orElseThrow(() -> new IllegalArgumentException(findings.toString()));
    }
  }

  /** Returns true if a text has a formula. */
  public static boolean isTemplate(String text) {
    return text.contains("{{");
  }

  /** Parses a template over data of which nothing is known; every name is a member of the root. */
  public static Parsed parse(String text) {
    return parse(text, FormulaScope.ofRoot(FormulaType.object(Map.of(), true)));
  }

  /** Parses and checks a template; it never throws. */
  public static Parsed parse(String text, FormulaScope scope) {
    List<FormulaFinding> findings = new ArrayList<>();
    if (text.length() > MAX_LENGTH) {
      findings.add(
          new FormulaFinding(
              new DocumentPosition(1, 1),
              "the template has more than " + MAX_LENGTH + " characters",
              "Split it."));
      return new Parsed(Optional.empty(), findings);
    }
    try {
      Optional<FormulaTemplate> template = parts(text, scope, findings);
      return new Parsed(findings.isEmpty() ? template : Optional.empty(), findings);
    } catch (FormulaSyntaxException e) {
      return new Parsed(Optional.empty(), List.of(e.finding()));
    }
  }

  private static Optional<FormulaTemplate> parts(
      String text, FormulaScope scope, List<FormulaFinding> findings) {
    List<String> parts = new ArrayList<>();
    FormulaCompiler compiler = new FormulaCompiler(findings);
    Optional<CompiledNode> whole = Optional.empty();
    int from = 0;
    for (int open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", from)) {
      if (open > from) {
        parts.add(Json.of(text.substring(from, open)).toString());
      }
      FormulaLexer lexer = new FormulaLexer(text, open + 2, true);
      List<FormulaToken> tokens = lexer.tokens();
      if (lexer.index() >= text.length()) {
        throw new FormulaSyntaxException(
            tokens.getLast().at(), "the formula has no closing '}}'", "");
      }
      CompiledNode compiled = compiler.compile(FormulaParser.parse(tokens), scope);
      from = lexer.index() + 2;
      if (open == 0 && from == text.length()) {
        whole = Optional.of(compiled);
      }
      parts.add("$f_part(" + compiled.text() + ")");
    }
    if (from < text.length() || parts.isEmpty()) {
      parts.add(Json.of(text.substring(from)).toString());
    }
    if (!findings.isEmpty()) {
      return Optional.empty();
    }
    String compiled = whole.map(CompiledNode::text).orElseGet(() -> balanced(parts));
    FormulaType type =
        whole.map(CompiledNode::type).orElse(FormulaType.of(FormulaType.Kind.TEXT, false));
    return Optional.of(new FormulaTemplate(text, type, from == 0, Formula.expression(compiled)));
  }

  private static String balanced(List<String> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    int half = parts.size() / 2;
    return "("
        + balanced(parts.subList(0, half))
        + " & "
        + balanced(parts.subList(half, parts.size()))
        + ")";
  }

  /** Returns the text as it was written. */
  public String text() {
    return text;
  }

  public FormulaType type() {
    return type;
  }

  /** Returns true if the template has no formula, so that its value is its text. */
  public boolean isConstant() {
    return isConstant;
  }

  /** Returns the JSONata expression with the same meaning. */
  public String toJsonata() {
    return expression.source();
  }

  public JsonataExpression expression() {
    return expression;
  }

  @Override
  public String toString() {
    return text;
  }
}
