package dev.pawl.chaos.program;

import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A flow, and all that can be known of its runs.
 *
 * @param documents the definitions of the flow and of those it calls, by their codes
 * @param events what a client has to send to each execution
 */
public record Program(
    String flow, Map<String, String> documents, List<Event> events, Expected expected) {

  /** What a client sends. */
  public record Event(String name, int adds) {}

  /**
   * How a run ends.
   *
   * @param counter the counter at its end
   * @param effects the pieces of work that are done, by their labels, and the attempts each takes
   * @param perhaps those whose attempts have so little time that not all may come to something
   */
  public record Expected(
      Status status, long counter, Map<String, Integer> effects, Set<String> perhaps) {}

  /** What a run begins with. */
  public static Json input(String run) {
    return JsonObject.of("run", Json.of(run)).with("at", Json.of("")).with("n", JsonNumber.of(0));
  }

  public static Json payload(Event event) {
    return JsonObject.of("n", JsonNumber.of(event.adds()));
  }
}
