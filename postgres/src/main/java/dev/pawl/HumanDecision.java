package dev.pawl;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/**
 * A decision on a Human step.
 *
 * @param by the name of the person, for the history
 * @param outcome the chosen outcome; may be empty if the step has only one
 * @param form the data entered in the form of the step
 * @param reason the reason given by the person; may be empty
 */
public record HumanDecision(String by, Optional<String> outcome, Json form, String reason) {

  /** Returns a decision without form data and reason. */
  public static HumanDecision of(String by, String outcome) {
    return new HumanDecision(by, Optional.of(outcome), JsonObject.EMPTY, "");
  }

  public HumanDecision withForm(Json newForm) {
    return new HumanDecision(by, outcome, newForm, reason);
  }

  public HumanDecision withReason(String newReason) {
    return new HumanDecision(by, outcome, form, newReason);
  }
}
