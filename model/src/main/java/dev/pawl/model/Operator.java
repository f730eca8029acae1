package dev.pawl.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The comparison operators of a Choice rule; each is a field of the rule. */
public enum Operator {
  STRING_EQUALS("StringEquals", Kind.STRING, Test.EQUALS),
  STRING_EQUALS_PATH("StringEqualsPath", Kind.STRING, Test.EQUALS),
  STRING_LESS_THAN("StringLessThan", Kind.STRING, Test.LESS_THAN),
  STRING_LESS_THAN_PATH("StringLessThanPath", Kind.STRING, Test.LESS_THAN),
  STRING_GREATER_THAN("StringGreaterThan", Kind.STRING, Test.GREATER_THAN),
  STRING_GREATER_THAN_PATH("StringGreaterThanPath", Kind.STRING, Test.GREATER_THAN),
  STRING_LESS_THAN_EQUALS("StringLessThanEquals", Kind.STRING, Test.LESS_THAN_EQUALS),
  STRING_LESS_THAN_EQUALS_PATH("StringLessThanEqualsPath", Kind.STRING, Test.LESS_THAN_EQUALS),
  STRING_GREATER_THAN_EQUALS("StringGreaterThanEquals", Kind.STRING, Test.GREATER_THAN_EQUALS),
  STRING_GREATER_THAN_EQUALS_PATH(
      "StringGreaterThanEqualsPath", Kind.STRING, Test.GREATER_THAN_EQUALS),
  STRING_MATCHES("StringMatches", Kind.STRING, Test.MATCHES),
  NUMERIC_EQUALS("NumericEquals", Kind.NUMBER, Test.EQUALS),
  NUMERIC_EQUALS_PATH("NumericEqualsPath", Kind.NUMBER, Test.EQUALS),
  NUMERIC_LESS_THAN("NumericLessThan", Kind.NUMBER, Test.LESS_THAN),
  NUMERIC_LESS_THAN_PATH("NumericLessThanPath", Kind.NUMBER, Test.LESS_THAN),
  NUMERIC_GREATER_THAN("NumericGreaterThan", Kind.NUMBER, Test.GREATER_THAN),
  NUMERIC_GREATER_THAN_PATH("NumericGreaterThanPath", Kind.NUMBER, Test.GREATER_THAN),
  NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", Kind.NUMBER, Test.LESS_THAN_EQUALS),
  NUMERIC_LESS_THAN_EQUALS_PATH("NumericLessThanEqualsPath", Kind.NUMBER, Test.LESS_THAN_EQUALS),
  NUMERIC_GREATER_THAN_EQUALS("NumericGreaterThanEquals", Kind.NUMBER, Test.GREATER_THAN_EQUALS),
  NUMERIC_GREATER_THAN_EQUALS_PATH(
      "NumericGreaterThanEqualsPath", Kind.NUMBER, Test.GREATER_THAN_EQUALS),
  BOOLEAN_EQUALS("BooleanEquals", Kind.BOOLEAN, Test.EQUALS),
  BOOLEAN_EQUALS_PATH("BooleanEqualsPath", Kind.BOOLEAN, Test.EQUALS),
  TIMESTAMP_EQUALS("TimestampEquals", Kind.TIMESTAMP, Test.EQUALS),
  TIMESTAMP_EQUALS_PATH("TimestampEqualsPath", Kind.TIMESTAMP, Test.EQUALS),
  TIMESTAMP_LESS_THAN("TimestampLessThan", Kind.TIMESTAMP, Test.LESS_THAN),
  TIMESTAMP_LESS_THAN_PATH("TimestampLessThanPath", Kind.TIMESTAMP, Test.LESS_THAN),
  TIMESTAMP_GREATER_THAN("TimestampGreaterThan", Kind.TIMESTAMP, Test.GREATER_THAN),
  TIMESTAMP_GREATER_THAN_PATH("TimestampGreaterThanPath", Kind.TIMESTAMP, Test.GREATER_THAN),
  TIMESTAMP_LESS_THAN_EQUALS("TimestampLessThanEquals", Kind.TIMESTAMP, Test.LESS_THAN_EQUALS),
  TIMESTAMP_LESS_THAN_EQUALS_PATH(
      "TimestampLessThanEqualsPath", Kind.TIMESTAMP, Test.LESS_THAN_EQUALS),
  TIMESTAMP_GREATER_THAN_EQUALS(
      "TimestampGreaterThanEquals", Kind.TIMESTAMP, Test.GREATER_THAN_EQUALS),
  TIMESTAMP_GREATER_THAN_EQUALS_PATH(
      "TimestampGreaterThanEqualsPath", Kind.TIMESTAMP, Test.GREATER_THAN_EQUALS),
  IS_NULL("IsNull", Kind.BOOLEAN, Test.IS_NULL),
  IS_PRESENT("IsPresent", Kind.BOOLEAN, Test.IS_PRESENT),
  IS_NUMERIC("IsNumeric", Kind.BOOLEAN, Test.IS_NUMERIC),
  IS_STRING("IsString", Kind.BOOLEAN, Test.IS_STRING),
  IS_BOOLEAN("IsBoolean", Kind.BOOLEAN, Test.IS_BOOLEAN),
  IS_TIMESTAMP("IsTimestamp", Kind.BOOLEAN, Test.IS_TIMESTAMP);

  private static final Map<String, Operator> BY_FIELD =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Operator::field, Function.identity()));

  private final String field;
  private final Kind kind;
  private final Test test;

  Operator(String field, Kind kind, Test test) {
    this.field = field;
    this.kind = kind;
    this.test = test;
  }

  /** The type of the value to compare with, written in the rule or read by a path. */
  public enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    TIMESTAMP
  }

  /** The comparison, independent of the type. */
  public enum Test {
    EQUALS,
    LESS_THAN,
    GREATER_THAN,
    LESS_THAN_EQUALS,
    GREATER_THAN_EQUALS,
    MATCHES,
    IS_NULL,
    IS_PRESENT,
    IS_NUMERIC,
    IS_STRING,
    IS_BOOLEAN,
    IS_TIMESTAMP
  }

  /** Finds the operator of a field of a Choice rule. */
  public static Optional<Operator> named(String field) {
    return Optional.ofNullable(BY_FIELD.get(field));
  }

  /** Returns the field of a Choice rule that stands for this operator. */
  public String field() {
    return field;
  }

  /** Returns true if the field contains a path to the value to compare with, not the value. */
  public boolean takesPath() {
    return field.endsWith("Path");
  }

  /** Returns the type of the value to compare with, written in the rule or read by a path. */
  public Kind operandKind() {
    return kind;
  }

  public Test test() {
    return test;
  }
}
