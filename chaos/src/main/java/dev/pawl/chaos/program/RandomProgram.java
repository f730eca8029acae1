package dev.pawl.chaos.program;

import dev.pawl.engine.Status;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.JsonMembers;
import dev.pawl.simulation.PredictedFlow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Random programs: the flows of the simulation whose calls its oracle predicts. A seed always gives
 * the same program. The labels of their effects are the steps, because no state of such a flow
 * passes on where it is.
 */
public final class RandomProgram {

  private RandomProgram() {}

  public static Program of(String flow, long seed) {
    PredictedFlow random = PredictedFlow.of(flow, seed);
    Map<String, String> documents = new LinkedHashMap<>();
    random.documents().forEach((code, document) -> documents.put(code, document.toString()));
    List<Program.Event> events =
        random.events().stream().map(name -> new Program.Event(name, 1)).toList();
    JsonObject output = (JsonObject) JsonMembers.without(Set.of("Cause"), random.output());
    return new Program(
        flow,
        documents,
        random.input(),
        events,
        new Program.Expected(Status.SUCCEEDED, output, random.attempts(), random.timedOut()));
  }
}
