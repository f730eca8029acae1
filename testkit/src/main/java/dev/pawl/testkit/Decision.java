package dev.pawl.testkit;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.JsonObject;
import java.util.function.Function;

/**
 * A person's decision on a Human step: complete it with an outcome, fail it, skip it, or send the
 * execution back to an earlier state.
 */
public final class Decision {

  private static final String DEFAULT_PERSON = "tester";

  private final String by;
  private final Function<Function<String, Fact.Entry>, Action> action;

  private Decision(String by, Function<Function<String, Fact.Entry>, Action> action) {
    this.by = by;
    this.action = action;
  }

  /** Returns a decision that completes the step with an outcome and no data. */
  public static Decision complete(String outcome) {
    return new Decision(DEFAULT_PERSON, entries -> new Action.Completed(outcome, JsonObject.EMPTY));
  }

  /**
   * Returns a decision that completes the step with an outcome and the data of its form.
   *
   * @param data as JSON text
   */
  public static Decision complete(String outcome, String data) {
    Action completed = new Action.Completed(outcome, JsonText.parse(data));
    return new Decision(DEFAULT_PERSON, entries -> completed);
  }

  /** Returns a decision that fails the step with an error name that Retry and Catch can match. */
  public static Decision fail(String error, String cause) {
    return new Decision(DEFAULT_PERSON, entries -> new Action.Failed(Failure.of(error, cause)));
  }

  /** Returns a decision that skips the step, which must be optional. */
  public static Decision skip(String reason) {
    return new Decision(DEFAULT_PERSON, entries -> new Action.Skipped(reason));
  }

  /**
   * Returns a decision that sends the execution back to the last visit of a state; the step must
   * allow this.
   */
  public static Decision sendBackTo(String state, String reason) {
    return new Decision(
        DEFAULT_PERSON, entries -> new Action.SentBack(entries.apply(state), reason));
  }

  /** Returns a copy of this decision, made by the given person. */
  public Decision by(String person) {
    return new Decision(person, action);
  }

  String person() {
    return by;
  }

  /**
   * Converts the decision into an action of the engine.
   *
   * @param entries returns the last entry of the execution into a state
   */
  Action action(Function<String, Fact.Entry> entries) {
    return action.apply(entries);
  }
}
