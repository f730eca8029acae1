package dev.pawl.triggers.binding;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a fire, an event that matched a binding, does while an execution of its flow with the same
 * business key is unfinished.
 */
public enum OnRunning {
  /** It starts another execution. */
  START,
  /** It starts nothing. */
  IGNORE,
  /** It sends the event to that execution. */
  SIGNAL;

  /**
   * Reads the word of the API.
   *
   * @throws IllegalArgumentException if there is no such word
   */
  public static OnRunning read(String word) {
    return Arrays.stream(values())
        .filter(one -> one.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "onRunning: '%s' is not start, ignore or signal; use one of them"
                        .formatted(word)));
  }

  /** Returns the word of the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
