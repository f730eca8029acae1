package dev.pawl.server.history;

import dev.pawl.engine.StepId;
import dev.pawl.server.problem.ApiException;

/** Parses step ids of requests. */
public final class StepIds {

  private StepIds() {}

  /**
   * Parses a step id.
   *
   * @throws ApiException if the text is not one
   */
  public static StepId parse(String text) {
    try {
      return StepId.parse(text);
    } catch (IllegalArgumentException e) {
      throw ApiException.malformed("'" + text + "' is not a step: see /steps");
    }
  }
}
