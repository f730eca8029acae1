package dev.pawl.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The comparison operators of a Choice rule; each is a field of the rule. */
public enum Operator {
  STRING_EQUALS("StringEquals", OperandKind.STRING, OperatorTest.EQUALS),
  STRING_EQUALS_PATH("StringEqualsPath", OperandKind.STRING, OperatorTest.EQUALS),
  STRING_LESS_THAN("StringLessThan", OperandKind.STRING, OperatorTest.LESS_THAN),
  STRING_LESS_THAN_PATH("StringLessThanPath", OperandKind.STRING, OperatorTest.LESS_THAN),
  STRING_GREATER_THAN("StringGreaterThan", OperandKind.STRING, OperatorTest.GREATER_THAN),
  STRING_GREATER_THAN_PATH("StringGreaterThanPath", OperandKind.STRING, OperatorTest.GREATER_THAN),
  STRING_LESS_THAN_EQUALS(
      "StringLessThanEquals", OperandKind.STRING, OperatorTest.LESS_THAN_EQUALS),
  STRING_LESS_THAN_EQUALS_PATH(
      "StringLessThanEqualsPath", OperandKind.STRING, OperatorTest.LESS_THAN_EQUALS),
  STRING_GREATER_THAN_EQUALS(
      "StringGreaterThanEquals", OperandKind.STRING, OperatorTest.GREATER_THAN_EQUALS),
  STRING_GREATER_THAN_EQUALS_PATH(
      "StringGreaterThanEqualsPath", OperandKind.STRING, OperatorTest.GREATER_THAN_EQUALS),
  STRING_MATCHES("StringMatches", OperandKind.STRING, OperatorTest.MATCHES),
  NUMERIC_EQUALS("NumericEquals", OperandKind.NUMBER, OperatorTest.EQUALS),
  NUMERIC_EQUALS_PATH("NumericEqualsPath", OperandKind.NUMBER, OperatorTest.EQUALS),
  NUMERIC_LESS_THAN("NumericLessThan", OperandKind.NUMBER, OperatorTest.LESS_THAN),
  NUMERIC_LESS_THAN_PATH("NumericLessThanPath", OperandKind.NUMBER, OperatorTest.LESS_THAN),
  NUMERIC_GREATER_THAN("NumericGreaterThan", OperandKind.NUMBER, OperatorTest.GREATER_THAN),
  NUMERIC_GREATER_THAN_PATH(
      "NumericGreaterThanPath", OperandKind.NUMBER, OperatorTest.GREATER_THAN),
  NUMERIC_LESS_THAN_EQUALS(
      "NumericLessThanEquals", OperandKind.NUMBER, OperatorTest.LESS_THAN_EQUALS),
  NUMERIC_LESS_THAN_EQUALS_PATH(
      "NumericLessThanEqualsPath", OperandKind.NUMBER, OperatorTest.LESS_THAN_EQUALS),
  NUMERIC_GREATER_THAN_EQUALS(
      "NumericGreaterThanEquals", OperandKind.NUMBER, OperatorTest.GREATER_THAN_EQUALS),
  NUMERIC_GREATER_THAN_EQUALS_PATH(
      "NumericGreaterThanEqualsPath", OperandKind.NUMBER, OperatorTest.GREATER_THAN_EQUALS),
  BOOLEAN_EQUALS("BooleanEquals", OperandKind.BOOLEAN, OperatorTest.EQUALS),
  BOOLEAN_EQUALS_PATH("BooleanEqualsPath", OperandKind.BOOLEAN, OperatorTest.EQUALS),
  TIMESTAMP_EQUALS("TimestampEquals", OperandKind.TIMESTAMP, OperatorTest.EQUALS),
  TIMESTAMP_EQUALS_PATH("TimestampEqualsPath", OperandKind.TIMESTAMP, OperatorTest.EQUALS),
  TIMESTAMP_LESS_THAN("TimestampLessThan", OperandKind.TIMESTAMP, OperatorTest.LESS_THAN),
  TIMESTAMP_LESS_THAN_PATH("TimestampLessThanPath", OperandKind.TIMESTAMP, OperatorTest.LESS_THAN),
  TIMESTAMP_GREATER_THAN("TimestampGreaterThan", OperandKind.TIMESTAMP, OperatorTest.GREATER_THAN),
  TIMESTAMP_GREATER_THAN_PATH(
      "TimestampGreaterThanPath", OperandKind.TIMESTAMP, OperatorTest.GREATER_THAN),
  TIMESTAMP_LESS_THAN_EQUALS(
      "TimestampLessThanEquals", OperandKind.TIMESTAMP, OperatorTest.LESS_THAN_EQUALS),
  TIMESTAMP_LESS_THAN_EQUALS_PATH(
      "TimestampLessThanEqualsPath", OperandKind.TIMESTAMP, OperatorTest.LESS_THAN_EQUALS),
  TIMESTAMP_GREATER_THAN_EQUALS(
      "TimestampGreaterThanEquals", OperandKind.TIMESTAMP, OperatorTest.GREATER_THAN_EQUALS),
  TIMESTAMP_GREATER_THAN_EQUALS_PATH(
      "TimestampGreaterThanEqualsPath", OperandKind.TIMESTAMP, OperatorTest.GREATER_THAN_EQUALS),
  IS_NULL("IsNull", OperandKind.BOOLEAN, OperatorTest.IS_NULL),
  IS_PRESENT("IsPresent", OperandKind.BOOLEAN, OperatorTest.IS_PRESENT),
  IS_NUMERIC("IsNumeric", OperandKind.BOOLEAN, OperatorTest.IS_NUMERIC),
  IS_STRING("IsString", OperandKind.BOOLEAN, OperatorTest.IS_STRING),
  IS_BOOLEAN("IsBoolean", OperandKind.BOOLEAN, OperatorTest.IS_BOOLEAN),
  IS_TIMESTAMP("IsTimestamp", OperandKind.BOOLEAN, OperatorTest.IS_TIMESTAMP);

  private static final Map<String, Operator> BY_FIELD =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(Operator::field, Function.identity()));

  private final String field;
  private final OperandKind kind;
  private final OperatorTest test;

  Operator(String field, OperandKind kind, OperatorTest test) {
    this.field = field;
    this.kind = kind;
    this.test = test;
  }

  /** The type of the value to compare with, written in the rule or read by a path. */
  public enum OperandKind {
    STRING,
    NUMBER,
    BOOLEAN,
    TIMESTAMP
  }

  /** The comparison, independent of the type. */
  public enum OperatorTest {
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
  public OperandKind operandKind() {
    return kind;
  }

  public OperatorTest test() {
    return test;
  }
}
