package dev.pawl.server.web;

import dev.pawl.sdk.Json;
import dev.pawl.server.problem.ApiException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads values as JSON in the form of the API. */
public final class ApiJson {

  private final JsonMapper mapper;
  private final RequestErrorMessages errors = new RequestErrorMessages();

  public ApiJson(JsonMapper mapper) {
    this.mapper = mapper;
  }

  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  /**
   * Parses the body of a request.
   *
   * @throws ApiException if it is not one JSON value within the limits
   */
  public Json body(byte[] body) {
    try {
      return mapper.readValue(body, Json.class);
    } catch (JacksonException e) {
      throw ApiException.malformed(errors.body(e));
    }
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
