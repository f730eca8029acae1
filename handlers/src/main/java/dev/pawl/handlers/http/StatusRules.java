package dev.pawl.handlers.http;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which statuses are a success, and the names of errors that others mean.
 *
 * @param success statuses such as {@code 201} and classes such as {@code 2xx}
 * @param errors error names by status or class
 */
record StatusRules(List<String> success, Map<String, String> errors) {

  static StatusRules of(HandlerSettings settings) throws HandlerException {
    List<String> success = new ArrayList<>();
    for (Json status : settings.list("successStatus")) {
      success.add(checked("successStatus", status.asText()));
    }
    Map<String, String> errors = settings.texts("errors");
    for (String status : errors.keySet()) {
      checked("errors", status);
    }
    return new StatusRules(success.isEmpty() ? List.of("2xx") : success, errors);
  }

  boolean isSuccess(int status) {
    return success.contains(Integer.toString(status)) || success.contains(classOf(status));
  }

  /** Returns the name that the flow gives to a status. */
  Optional<String> errorOf(int status) {
    String exact = errors.get(Integer.toString(status));
    return Optional.ofNullable(exact != null ? exact : errors.get(classOf(status)));
  }

  private static String classOf(int status) {
    return status / 100 + "xx";
  }

  private static String checked(String field, String status) throws HandlerException {
    if (!status.matches("[1-5]([0-9][0-9]|xx)")) {
      throw HandlerSettings.invalid(
          "%s: '%s' is no status; write one such as 201, or a class such as 2xx"
              .formatted(field, status));
    }
    return status;
  }
}
