package dev.pawl.sdk;

import org.jspecify.annotations.Nullable;

/** The JSON value {@code null}. */
public enum JsonNull implements Json {
  NULL;

  @Override
  public boolean isNull() {
    return true;
  }

  @Override
  public String kind() {
    return "null";
  }

  @Override
  public long size() {
    return 4;
  }

  @Override
  public @Nullable Object toJava() {
    return null;
  }

  @Override
  public String toString() {
    return "null";
  }
}
