package dev.pawl.model.formula;

import dev.pawl.model.json.DocumentPosition;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/** A node of the syntax tree of a formula. */
public sealed interface FormulaNode {

  /** Returns the position in the text: of the operator, or of the first character. */
  DocumentPosition at();

  /** A number, text, boolean or null. */
  record Literal(Json value, DocumentPosition at) implements FormulaNode {}

  /** A list; lists among its elements are joined into it. */
  record ListLiteral(List<FormulaNode> elements, DocumentPosition at) implements FormulaNode {
    public ListLiteral {
      elements = List.copyOf(elements);
    }
  }

  /** A name of the scope followed by members and indices. */
  record Reference(String name, List<Segment> segments, DocumentPosition at)
      implements FormulaNode {
    public Reference {
      segments = List.copyOf(segments);
    }
  }

  /** A step of a path. */
  sealed interface Segment {
    DocumentPosition at();

    /** The member of an object, or of every element of a list. */
    record Member(String name, DocumentPosition at) implements Segment {}

    /** An element of a list, counted from 0; from the end if negative. */
    record Index(int index, DocumentPosition at) implements Segment {}
  }

  /** A call of a function. */
  record Call(FormulaFunction function, List<FormulaNode> arguments, DocumentPosition at)
      implements FormulaNode {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** AND or OR of at least two conditions, evaluated from the left as far as needed. */
  record Logic(boolean isAnd, List<FormulaNode> operands, DocumentPosition at)
      implements FormulaNode {
    public Logic {
      operands = List.copyOf(operands);
    }
  }

  /** The negation of a condition. */
  record Not(FormulaNode operand, DocumentPosition at) implements FormulaNode {}

  /** A comparison of two values. */
  record Comparison(Operator operator, FormulaNode left, FormulaNode right, DocumentPosition at)
      implements FormulaNode {

    /** The operators of comparisons. */
    public enum Operator {
      EQUAL("==", "="),
      NOT_EQUAL("!=", "!="),
      GREATER(">", ">"),
      AT_LEAST(">=", ">="),
      LESS("<", "<"),
      AT_MOST("<=", "<=");

      private final String sign;
      private final String jsonata;

      Operator(String sign, String jsonata) {
        this.sign = sign;
        this.jsonata = jsonata;
      }

      public String sign() {
        return sign;
      }

      String jsonata() {
        return jsonata;
      }

      boolean isOrder() {
        return this != EQUAL && this != NOT_EQUAL;
      }

      static Optional<Operator> of(FormulaToken token) {
        for (Operator operator : values()) {
          if (token.isSign(operator.sign)) {
            return Optional.of(operator);
          }
        }
        return Optional.empty();
      }
    }
  }

  /** The test whether a list has a value. */
  record Membership(FormulaNode value, FormulaNode list, boolean isNegated, DocumentPosition at)
      implements FormulaNode {}

  /** The test whether a text contains a match of a regular expression. */
  record Matches(FormulaNode value, FormulaNode pattern, DocumentPosition at)
      implements FormulaNode {}

  /** The test whether a value is null, or, with {@code orEmpty}, null or empty. */
  record Absence(FormulaNode value, boolean orEmpty, boolean isNegated, DocumentPosition at)
      implements FormulaNode {}

  /** A calculation with two numbers; the operator is one of {@code + - * / %}. */
  record Arithmetic(char operator, FormulaNode left, FormulaNode right, DocumentPosition at)
      implements FormulaNode {}

  /** A number with its sign changed. */
  record Negation(FormulaNode operand, DocumentPosition at) implements FormulaNode {}

  /** The choice {@code condition ? then : otherwise}. */
  record Conditional(
      FormulaNode condition, FormulaNode then, FormulaNode otherwise, DocumentPosition at)
      implements FormulaNode {}
}
