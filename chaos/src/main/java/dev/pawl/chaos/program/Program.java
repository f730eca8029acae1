package dev.pawl.chaos.program;

import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.JsonMembers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A flow with the expected result of its runs.
 *
 * @param documents the definitions of the flow and its child flows, by code
 * @param input the input of all runs, to which the name of the run is added
 * @param events the events that a client must send to each execution
 */
public record Program(
    String flow,
    Map<String, String> documents,
    JsonObject input,
    List<Event> events,
    Expected expected) {

  /** Members that differ between runs, or are free text. */
  private static final Set<String> VOLATILE = Set.of("run", "id", "Cause");

  /** An event that a client sends. */
  public record Event(String name, int adds) {}

  /**
   * The expected end of a run.
   *
   * @param output the members of the output that are checked
   * @param effects the labels of the effects and the number of attempts of each
   * @param perhaps the labels whose attempts have such short timeouts that some may record no
   *     effect
   */
  public record Expected(
      Status status, JsonObject output, Map<String, Integer> effects, Set<String> perhaps) {

    /** Returns true if an output has all expected members. */
    public boolean isMetBy(Json actual) {
      Json comparable = JsonMembers.without(VOLATILE, actual);
      return output.members().entrySet().stream()
          .allMatch(
              member -> comparable.get(member.getKey()).equals(Optional.of(member.getValue())));
    }

    /** Returns the final counter. */
    public Optional<Json> counter() {
      return output.get("n");
    }
  }

  /** Returns the input of a run. */
  public Json input(String run) {
    return input.with("run", Json.of(run));
  }

  public static Json payload(Event event) {
    return JsonObject.of("n", Json.of(event.adds()));
  }
}
