package dev.pawl.sdk;

/** A JSON boolean. */
public enum JsonBool implements Json {
  TRUE,
  FALSE;

  /** Returns the constant for that value. */
  public static JsonBool of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Returns the value as a Java boolean. */
  public boolean value() {
    return this == TRUE;
  }

  @Override
  public boolean isTrue() {
    return value();
  }

  @Override
  public String kind() {
    return "boolean";
  }

  @Override
  public long size() {
    return value() ? 4 : 5;
  }

  @Override
  public Object toJava() {
    return value();
  }

  @Override
  public String toString() {
    return value() ? "true" : "false";
  }
}
