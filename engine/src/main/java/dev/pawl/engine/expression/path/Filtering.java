package dev.pawl.engine.expression.path;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.CodePoints;
import dev.pawl.engine.expression.LinearSearch;
import dev.pawl.model.path.FilterCondition;
import dev.pawl.model.path.Operand;
import dev.pawl.model.path.Regex;
import dev.pawl.model.path.Relation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates filters. An absent value is null here and equals only another absent one. */
final class Filtering {

  private final Selection selection;
  private final Json root;
  private final Budget budget;

  Filtering(Selection selection, Json root, Budget budget) {
    this.selection = selection;
    this.root = root;
    this.budget = budget;
  }

  boolean holds(FilterCondition condition, Json child) {
    budget.visit(1);
    return switch (condition) {
      case FilterCondition.Any any ->
          any.conditions().stream().anyMatch(each -> holds(each, child));
      case FilterCondition.All all ->
          all.conditions().stream().allMatch(each -> holds(each, child));
      case FilterCondition.Not not -> !holds(not.condition(), child);
      case FilterCondition.Exists exists -> !nodes(exists.query(), child).isEmpty();
      case FilterCondition.Matches matches -> matches(matches, child);
      case FilterCondition.Compare compare ->
          compare(value(compare.left(), child), compare.relation(), value(compare.right(), child));
    };
  }

  private List<Json> nodes(Operand.Query query, Json child) {
    return selection.all(query.relative() ? child : root, query.segments());
  }

  private @Nullable Json value(Operand operand, Json child) {
    return switch (operand) {
      case Operand.Literal literal -> literal.value();
      case Operand.Pattern pattern -> null;
      case Operand.Query query ->
          Selection.single(query.relative() ? child : root, query.segments(), budget);
      case Operand.LengthOf length -> {
        Json value = value(length.value(), child);
        yield value == null ? null : Selection.length(value, budget);
      }
      case Operand.CountOf count -> Json.of(nodes(count.query(), child).size());
      case Operand.ValueOf value -> {
        List<Json> nodes = nodes(value.query(), child);
        yield nodes.size() == 1 ? nodes.getFirst() : null;
      }
    };
  }

  private boolean matches(FilterCondition.Matches matches, Json child) {
    if (!(value(matches.text(), child) instanceof JsonString text)) {
      return false;
    }
    Regex regex = regex(matches.pattern(), child);
    if (regex == null) {
      return false;
    }
    budget.visit((text.value().length() + 1L) * (1 + regex.cost() / 16));
    return matches.whole() ? regex.matches(text.value()) : regex.isFoundIn(text.value());
  }

  private @Nullable Regex regex(Operand pattern, Json child) {
    if (pattern instanceof Operand.Pattern known) {
      return known.regex();
    }
    if (value(pattern, child) instanceof JsonString source) {
      budget.visit(Regex.MAX_LENGTH);
      try {
        return Regex.compile(source.value(), "");
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
    return null;
  }

  private boolean compare(@Nullable Json left, Relation relation, @Nullable Json right) {
    return switch (relation) {
      case EQUAL -> equal(left, right);
      case NOT_EQUAL -> !equal(left, right);
      case LESS -> less(left, right);
      case GREATER -> less(right, left);
      case LESS_OR_EQUAL -> less(left, right) || equal(left, right);
      case GREATER_OR_EQUAL -> less(right, left) || equal(left, right);
      case IN -> left != null && right instanceof JsonArray array && has(array, left);
      case NOT_IN -> right instanceof JsonArray array && !(left != null && has(array, left));
      case CONTAINS -> contains(left, right);
      case SUBSET_OF ->
          left instanceof JsonArray these
              && right instanceof JsonArray those
              && these.elements().stream().allMatch(each -> has(those, each));
      case ANY_OF ->
          left instanceof JsonArray these
              && right instanceof JsonArray those
              && intersects(these, those);
      case NONE_OF ->
          left instanceof JsonArray these
              && right instanceof JsonArray those
              && !intersects(these, those);
      case SIZE -> left != null && hasSize(left) && equal(Selection.length(left, budget), right);
      case EMPTY ->
          left != null
              && hasSize(left)
              && right instanceof JsonBool expected
              && expected.value() == Json.of(0).equals(Selection.length(left, budget));
    };
  }

  private static boolean hasSize(Json value) {
    return value instanceof JsonArray || value instanceof JsonString || value instanceof JsonObject;
  }

  private boolean contains(@Nullable Json left, @Nullable Json right) {
    if (left instanceof JsonString text && right instanceof JsonString part) {
      budget.visit(text.value().length() + (long) part.value().length());
      return LinearSearch.endOf(part.value(), text.value(), 0, text.value().length()) >= 0;
    }
    return left instanceof JsonArray array && right != null && has(array, right);
  }

  private boolean intersects(JsonArray these, JsonArray those) {
    return these.elements().stream().anyMatch(each -> has(those, each));
  }

  private boolean has(JsonArray array, Json wanted) {
    budget.visit(array.length());
    for (Json element : array) {
      if (equal(element, wanted)) {
        return true;
      }
    }
    return false;
  }

  private boolean equal(@Nullable Json left, @Nullable Json right) {
    if (left == null || right == null) {
      return left == null && right == null;
    }
    budget.visit(Math.min(bulk(left), bulk(right)) / 16);
    return left.equals(right);
  }

  /** Returns the cost of comparing a value, which takes little time to compute. */
  private static long bulk(Json value) {
    return switch (value) {
      case JsonString text -> text.value().length();
      case JsonArray array -> array.size();
      case JsonObject object -> object.size();
      case JsonNumber number -> 0;
      case JsonBool bool -> 0;
      case JsonNull nothing -> 0;
    };
  }

  private boolean less(@Nullable Json left, @Nullable Json right) {
    if (left instanceof JsonNumber a && right instanceof JsonNumber b) {
      return a.compareTo(b) < 0;
    }
    if (left instanceof JsonString a && right instanceof JsonString b) {
      budget.visit(Math.min(bulk(a), bulk(b)) / 16);
      return CodePoints.compare(a.value(), b.value()) < 0;
    }
    return false;
  }
}
