package dev.pawl.sdk;

/** {@code true} or {@code false}. */
public enum JsonBool implements Json {
  TRUE,
  FALSE;

  public static JsonBool of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public boolean value() {
    return this == TRUE;
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
