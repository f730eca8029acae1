package dev.pawl.model.path;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the condition of a filter and checks that its operands can be compared. */
final class FilterParser {

  private static final int MAX_DEPTH = 50;

  private final PathScanner in;
  private final PathParser paths;
  private int depth;

  FilterParser(PathScanner in, PathParser paths) {
    this.in = in;
    this.paths = paths;
  }

  FilterCondition condition() {
    enter();
    List<FilterCondition> alternatives = new ArrayList<>();
    do {
      alternatives.add(conjunction());
    } while (in.accept("||"));
    depth--;
    return alternatives.size() == 1
        ? alternatives.getFirst()
        : new FilterCondition.Any(alternatives);
  }

  private void enter() {
    if (++depth > MAX_DEPTH) {
      throw in.error("a filter may be nested at most " + MAX_DEPTH + " levels deep");
    }
  }

  private FilterCondition conjunction() {
    List<FilterCondition> conditions = new ArrayList<>();
    do {
      in.skipBlanks();
      conditions.add(in.accept('!') ? negation() : basic());
      in.skipBlanks();
    } while (in.accept("&&"));
    return conditions.size() == 1 ? conditions.getFirst() : new FilterCondition.All(conditions);
  }

  private FilterCondition negation() {
    in.skipBlanks();
    if (in.accept('(')) {
      return new FilterCondition.Not(group());
    }
    int start = in.position();
    return new FilterCondition.Not(test(term(true), start));
  }

  private FilterCondition basic() {
    if (in.accept('(')) {
      return group();
    }
    int start = in.position();
    Term left = term(true);
    int end = in.position();
    in.skipBlanks();
    if (in.accept("=~")) {
      in.skipBlanks();
      return new FilterCondition.Matches(comparable(left, start), regex(), true);
    }
    Optional<Relation> relation = relation();
    if (relation.isEmpty()) {
      in.moveTo(end);
      return test(left, start);
    }
    in.skipBlanks();
    int rightStart = in.position();
    Operand right =
        in.peek() == '[' && relation.get().isWord() ? list() : comparable(term(true), rightStart);
    return new FilterCondition.Compare(comparable(left, start), relation.get(), right);
  }

  private FilterCondition group() {
    FilterCondition condition = condition();
    in.expect(')');
    return condition;
  }

  private Optional<Relation> relation() {
    String word = in.peekWord();
    for (Relation relation : Relation.values()) {
      if (relation.isWord() ? word.equals(relation.sign()) : word.isEmpty()) {
        if (in.accept(relation.sign())) {
          return Optional.of(relation);
        }
      }
    }
    return Optional.empty();
  }

  /** An operand of a comparison, or a function that is a condition by itself. */
  private sealed interface Term {

    record Value(Operand operand) implements Term {}

    record Test(FilterCondition condition) implements Term {}
  }

  private FilterCondition test(Term term, int start) {
    return switch (term) {
      case Term.Test test -> test.condition();
      case Term.Value value -> {
        if (value.operand() instanceof Operand.Query query) {
          yield new FilterCondition.Exists(query);
        }
        throw in.errorAt(start, "a value alone is no condition; compare it with something");
      }
    };
  }

  private Operand comparable(Term term, int start) {
    return switch (term) {
      case Term.Test test -> throw in.errorAt(start, "match() and search() cannot be compared");
      case Term.Value value -> single(value.operand(), start);
    };
  }

  private Operand single(Operand operand, int start) {
    if (operand instanceof Operand.Query query && !query.isSingular()) {
      throw in.errorAt(start, "only a query for a single value can be compared");
    }
    return operand;
  }

  /**
   * Parses an operand or a function call.
   *
   * @param bareWords true if a word without quotes is read as text
   */
  private Term term(boolean bareWords) {
    char c = in.peek();
    if (c == '@' || c == '$') {
      return new Term.Value(query());
    }
    if (c >= 'a' && c <= 'z') {
      String word = in.peekWord();
      if (in.peek(word.length()) == '(') {
        in.accept(word);
        return function(word);
      }
    }
    return new Term.Value(new Operand.Literal(literal(bareWords)));
  }

  private Operand.Query query() {
    boolean relative = in.next() == '@';
    char c = in.peek();
    if (!relative && (c == '$' || Character.isUnicodeIdentifierStart(c))) {
      throw in.error("a filter may look at '@' and '$' only, not at variables or the context");
    }
    return new Operand.Query(relative, paths.segments());
  }

  private Json literal(boolean bareWords) {
    char c = in.peek();
    if (c == '\'' || c == '"') {
      return new JsonString(in.string());
    } else if (c == '-' || PathScanner.isDigit(c)) {
      return in.number();
    }
    String word = in.peekBareWord();
    Json value =
        switch (word) {
          case "true" -> JsonBool.TRUE;
          case "false" -> JsonBool.FALSE;
          case "null" -> JsonNull.NULL;
          case "" -> throw in.error("expected a value in the filter");
          default -> text(word, bareWords);
        };
    in.accept(word);
    return value;
  }

  /** Returns a word without quotes as text: Step Functions accepts it, and flows use it. */
  private JsonString text(String word, boolean allowed) {
    boolean meantAsLiteral =
        switch (word.toLowerCase(Locale.ROOT)) {
          case "true", "false", "null" -> true;
          default -> false;
        };
    if (!allowed || meantAsLiteral || in.peek(word.length()) == '(') {
      throw in.error("'" + word + "' is no value here; write text in quotes");
    }
    return new JsonString(word);
  }

  private Operand list() {
    in.expect('[');
    List<Json> elements = new ArrayList<>();
    in.skipBlanks();
    if (!in.accept(']')) {
      do {
        in.skipBlanks();
        elements.add(literal(true));
        in.skipBlanks();
      } while (in.accept(','));
      in.expect(']');
    }
    return new Operand.Literal(JsonArray.of(elements));
  }

  private Operand regex() {
    int start = in.position();
    in.expect('/');
    StringBuilder source = new StringBuilder();
    while (!in.accept('/')) {
      if (in.accept("\\/")) {
        source.append('/');
      } else {
        char c = in.next();
        source.append(c);
        if (c == '\\') {
          source.append(in.next());
        }
      }
    }
    String flags = in.peekWord();
    in.accept(flags);
    try {
      return new Operand.Pattern(Regex.compile(source.toString(), flags));
    } catch (IllegalArgumentException e) {
      throw in.errorAt(start, String.valueOf(e.getMessage()));
    }
  }

  private Term function(String name) {
    int start = in.position();
    enter();
    in.expect('(');
    Term result =
        switch (name) {
          case "length" -> new Term.Value(new Operand.LengthOf(valueArgument()));
          case "count" -> new Term.Value(new Operand.CountOf(queryArgument()));
          case "value" -> new Term.Value(new Operand.ValueOf(queryArgument()));
          case "match", "search" -> {
            Operand text = valueArgument();
            in.expect(',');
            yield new Term.Test(
                new FilterCondition.Matches(text, compiled(valueArgument()), name.equals("match")));
          }
          default -> throw in.errorAt(start, "there is no function " + name + "()");
        };
    in.expect(')');
    depth--;
    return result;
  }

  private Operand valueArgument() {
    in.skipBlanks();
    int start = in.position();
    Operand value = comparable(term(false), start);
    in.skipBlanks();
    return value;
  }

  private Operand.Query queryArgument() {
    in.skipBlanks();
    if (in.peek() != '@' && in.peek() != '$') {
      throw in.error("the function takes a query, starting with '@' or '$'");
    }
    Operand.Query query = query();
    in.skipBlanks();
    return query;
  }

  /**
   * Compiles a literal pattern; an invalid one stays as it is and matches nothing, as RFC 9535
   * requires.
   */
  private static Operand compiled(Operand pattern) {
    if (pattern instanceof Operand.Literal literal && literal.value() instanceof JsonString text) {
      try {
        return new Operand.Pattern(Regex.compile(text.value(), ""));
      } catch (IllegalArgumentException e) {
        return pattern;
      }
    }
    return pattern;
  }
}
