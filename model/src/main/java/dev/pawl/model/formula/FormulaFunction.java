package dev.pawl.model.formula;

import dev.pawl.model.formula.FormulaType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The functions of formulas. A null argument gives null, false for a test, and counts as an empty
 * list where a list is needed.
 */
public enum FormulaFunction {
  LEN("len", "tl", Kind.NUMBER, true),
  LOWER("lower", "t", Kind.TEXT, true),
  UPPER("upper", "t", Kind.TEXT, true),
  TRIM("trim", "t", Kind.TEXT, true),
  CONTAINS("contains", "tl a", Kind.BOOLEAN, false),
  STARTS_WITH("startsWith", "t t", Kind.BOOLEAN, false),
  ENDS_WITH("endsWith", "t t", Kind.BOOLEAN, false),
  MATCHES("matches", "t t", Kind.BOOLEAN, false),
  SUBSTRING("substring", "t n n?", Kind.TEXT, true),
  SPLIT("split", "t t", Kind.LIST, true),
  JOIN("join", "l t", Kind.TEXT, false),
  ROUND("round", "n n?", Kind.NUMBER, true),
  ABS("abs", "n", Kind.NUMBER, true),
  MIN("min", "nl*", Kind.NUMBER, true),
  MAX("max", "nl*", Kind.NUMBER, true),
  SUM("sum", "l n@", Kind.NUMBER, false),
  COUNT("count", "l b@", Kind.NUMBER, false),
  ANY("any", "l b@", Kind.BOOLEAN, false),
  ALL("all", "l b@", Kind.BOOLEAN, false),
  COALESCE("coalesce", "a*", Kind.ANY, true),
  NUMBER("number", "tnb", Kind.NUMBER, true),
  TEXT("text", "a", Kind.TEXT, true),
  DATE("date", "tn", Kind.TIME, true),
  NOW("now", "", Kind.TIME, false),
  TODAY("today", "", Kind.TIME, false),
  ADD_DAYS("addDays", "tn n", Kind.TIME, true),
  DAYS_BETWEEN("daysBetween", "tn tn", Kind.NUMBER, true),
  CHANGED("changed", "t", Kind.BOOLEAN, false),
  PREVIOUS("previous", "t", Kind.ANY, true);

  /** The maximum number of arguments of a call, and of operands of AND and OR. */
  public static final int MAX_ARGUMENTS = 100;

  private final String written;
  private final List<Parameter> parameters;
  private final FormulaType result;

  FormulaFunction(String written, String parameters, Kind result, boolean isNullable) {
    this.written = written;
    this.parameters =
        parameters.isEmpty()
            ? List.of()
            : Arrays.stream(parameters.split(" ")).map(Parameter::of).toList();
    this.result = FormulaType.of(result, isNullable);
  }

  /**
   * A parameter.
   *
   * @param kinds the accepted kinds; empty if any
   * @param isPerItem true if the argument is evaluated for each item of the list before it
   */
  record Parameter(List<Kind> kinds, boolean isOptional, boolean isRepeated, boolean isPerItem) {

    /** Reads the letters of kinds, followed by {@code ?} optional, {@code *} or {@code @}. */
    static Parameter of(String code) {
      List<Kind> kinds = new ArrayList<>();
      for (char letter : code.toCharArray()) {
        switch (letter) {
          case 't' -> {
            kinds.add(Kind.TEXT);
            kinds.add(Kind.TIME);
          }
          case 'n' -> kinds.add(Kind.NUMBER);
          case 'b' -> kinds.add(Kind.BOOLEAN);
          case 'l' -> kinds.add(Kind.LIST);
          default -> {}
        }
      }
      boolean isPerItem = code.endsWith("@");
      return new Parameter(
          List.copyOf(kinds), isPerItem || code.endsWith("?"), code.endsWith("*"), isPerItem);
    }

    boolean accepts(FormulaType type) {
      return kinds.isEmpty()
          || type.kind() == Kind.ANY
          || type.kind() == Kind.NULL
          || kinds.contains(type.kind());
    }

    String expected() {
      List<String> names =
          kinds.stream().filter(kind -> kind != Kind.TIME).map(Kind::description).toList();
      return String.join(" or ", names);
    }
  }

  /** Returns the name as it is written in formulas. */
  public String written() {
    return written;
  }

  FormulaType result() {
    return result;
  }

  /** Returns the parameter of an argument, counted from 0; empty if there are too many. */
  Optional<Parameter> parameter(int index) {
    if (index < parameters.size()) {
      return Optional.of(parameters.get(index));
    }
    boolean isRepeated = !parameters.isEmpty() && parameters.getLast().isRepeated();
    return isRepeated ? Optional.of(parameters.getLast()) : Optional.empty();
  }

  int minArguments() {
    return (int) parameters.stream().filter(parameter -> !parameter.isOptional()).count();
  }

  int maxArguments() {
    boolean isRepeated = !parameters.isEmpty() && parameters.getLast().isRepeated();
    return isRepeated ? MAX_ARGUMENTS : parameters.size();
  }

  static Optional<FormulaFunction> named(String name) {
    return Arrays.stream(values()).filter(function -> function.written.equals(name)).findFirst();
  }

  /** Returns the names of all functions. */
  public static List<String> names() {
    return Arrays.stream(values()).map(FormulaFunction::written).toList();
  }
}
