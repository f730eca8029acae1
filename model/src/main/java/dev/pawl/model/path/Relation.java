package dev.pawl.model.path;

/** The comparison operators of filters. */
public enum Relation {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS_OR_EQUAL("<="),
  LESS("<"),
  GREATER_OR_EQUAL(">="),
  GREATER(">"),
  /** The left value is an element of the right array. */
  IN("in"),
  NOT_IN("nin"),
  /** The left array has the right value as an element, or the left string has it as a part. */
  CONTAINS("contains"),
  SUBSET_OF("subsetof"),
  ANY_OF("anyof"),
  NONE_OF("noneof"),
  /** The left array or string has the length on the right. */
  SIZE("size"),
  /** The left array or string is empty if the right side is true, and not empty if it is false. */
  EMPTY("empty");

  private final String sign;

  Relation(String sign) {
    this.sign = sign;
  }

  /** Returns the operator as written in a path. */
  public String sign() {
    return sign;
  }

  boolean isWord() {
    return Character.isLetter(sign.charAt(0));
  }
}
