package dev.pawl.server.web;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads values as JSON in the form of the API. */
public final class ApiJson {

  private final JsonMapper mapper;

  public ApiJson(JsonMapper mapper) {
    this.mapper = mapper;
  }

  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  /** Parses a value; empty if the text is not a value of that type. */
  public <T> Optional<T> read(String text, Class<T> type) {
    try {
      return Optional.of(mapper.readValue(text, type));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
