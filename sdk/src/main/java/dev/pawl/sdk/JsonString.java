package dev.pawl.sdk;

import java.nio.charset.StandardCharsets;

/** A JSON string. */
public record JsonString(String value) implements Json {

  @Override
  public String kind() {
    return "string";
  }

  @Override
  public long size() {
    return JsonWriter.size(value);
  }

  @Override
  public String asText() {
    return value;
  }

  @Override
  public Object toJava() {
    return value;
  }

  @Override
  public String toString() {
    return new String(toUtf8(), StandardCharsets.UTF_8);
  }
}
