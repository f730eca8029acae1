package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A random flow for real processes, with its result, calls and events as the oracle predicts them
 * from the definition. It succeeds, and no inner machine of it fails, because a failing one cancels
 * its siblings at a time that is not predictable.
 *
 * @param documents the definitions of the flow and of the flows it calls, by code
 * @param events the names of the events that the execution waits for, each once; their payload is
 *     {@link #PAYLOAD}
 * @param attempts the number of attempts of each step that calls a handler. A step is written as in
 *     {@link dev.pawl.engine.StepId}; one of a child is preceded by {@link #childPrefix}
 * @param timedOut the steps with attempts whose timeout is short and meant to fire
 */
public record PredictedFlow(
    Map<String, JsonObject> documents,
    JsonObject input,
    Json output,
    List<String> events,
    Map<String, Integer> attempts,
    Set<String> timedOut) {

  /** Flows with fewer calls are left out, because most predictable ones are small. */
  private static final int MIN_CALLING_STEPS = 3;

  /** The payload of all events. */
  public static final JsonObject PAYLOAD = JsonObject.of("n", Json.of(1));

  /**
   * Returns the first predictable flow that follows from a seed.
   *
   * @param code the code of the flow, and the prefix of the codes of the flows it calls
   */
  public static PredictedFlow of(String code, long seed) {
    SeededRandom dice = new SeededRandom(seed);
    while (true) {
      Optional<PredictedFlow> flow = predicted(code, dice);
      if (flow.isPresent()) {
        return flow.get();
      }
    }
  }

  private static Optional<PredictedFlow> predicted(String code, SeededRandom dice) {
    RandomFlow random = new RandomFlow(dice, FlowTarget.REAL_PROCESSES, code);
    JsonObject root = random.document();
    JsonObject input = random.input();
    RealTimeFlows realTime = RealTimeFlows.WITH_EVENTS;
    Map<String, JsonObject> documents = new LinkedHashMap<>();
    random.children().forEach((child, machine) -> documents.put(child, realTime.of(machine)));
    documents.put(code, realTime.of(root));
    if (documents.values().stream().anyMatch(PredictedRun::hasFailingWriter)) {
      return Optional.empty();
    }
    PredictedCalls calls = new PredictedCalls();
    try {
      OracleMachine machine = OracleMachine.ofCalls(calls, documents);
      Oracle.Verdict verdict =
          machine.run(documents.get(code), input, new OracleScope(Map.of(), JsonObject.EMPTY));
      return verdict instanceof Oracle.Verdict.Output output
              && calls.attempts.size() >= MIN_CALLING_STEPS
          ? Optional.of(
              new PredictedFlow(
                  documents, input, output.value(), calls.events, calls.attempts, calls.timedOut))
          : Optional.empty();
    } catch (Oracle.Undecided e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the prefix of the steps of a child execution.
   *
   * @param parent the step that started it, with the prefix of its own execution
   * @param number the number of the item, or of the attempt that calls a flow
   */
  public static String childPrefix(String parent, int number) {
    return parent + ":" + number;
  }
}
