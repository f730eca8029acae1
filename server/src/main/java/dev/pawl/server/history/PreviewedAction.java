package dev.pawl.server.history;

import dev.pawl.server.problem.ApiException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The actions whose effect can be previewed. */
enum PreviewedAction {
  CANCEL,
  PAUSE,
  RESUME,
  SKIP,
  SEND_BACK,
  RETRY,
  RETRY_FROM_FAILURE;

  /** Returns the action as the API writes it. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static PreviewedAction parse(String text) {
    return Arrays.stream(values())
        .filter(action -> action.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.malformed(
                    "action: '%s' is not one of %s"
                        .formatted(
                            text,
                            Arrays.stream(values())
                                .map(PreviewedAction::text)
                                .collect(Collectors.joining(", ")))));
  }
}
