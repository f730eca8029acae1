package dev.pawl.server.web;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What the API shows as JSON, for those who write or keep it themselves. */
public final class ApiJson {

  private final JsonMapper mapper;

  public ApiJson(JsonMapper mapper) {
    this.mapper = mapper;
  }

  public String write(Object value) {
    return mapper.writeValueAsString(value);
  }

  /** Empty if it is not the text of such a value. */
  public <T> Optional<T> read(String text, Class<T> type) {
    try {
      return Optional.of(mapper.readValue(text, type));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
