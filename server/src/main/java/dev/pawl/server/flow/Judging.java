package dev.pawl.server.flow;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.Pointer;
import dev.pawl.model.json.Position;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.worker.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What there is to say about a definition here: what anybody would say, and which of its resources
 * nobody serves. Somebody may serve them later, so that is only a warning.
 */
final class Judging {

  private static final List<String> MACHINES = List.of("ItemProcessor", "Iterator");

  private final Node node;
  private final Presence presence;

  Judging(Node node, Presence presence) {
    this.node = node;
    this.presence = presence;
  }

  /** Everything, in no more order than the parts have. */
  List<Finding> findings(TenantId tenant, Source written) {
    Reading reading = Definitions.read(written.text(), written.format());
    if (!reading.isValid()) {
      return reading.findings();
    }
    Document document = Document.read(written.text(), written.format());
    List<Place> places = new ArrayList<>();
    machine(document.value(), "", places);
    places.removeIf(
        place ->
            (place.isOfTask() && ChildFlow.isNamedBy(place.resource()))
                || node.mayServe(place.resource()));
    if (places.isEmpty()) {
      return reading.findings();
    }
    Set<String> served = presence.served(tenant);
    List<Finding> all = new ArrayList<>(reading.findings());
    places.stream()
        .filter(place -> !served.contains(place.resource()))
        .forEach(place -> all.add(place.unserved(document)));
    return all;
  }

  private record Place(String location, String resource, boolean isOfTask) {

    Finding unserved(Document document) {
      Position position = document.positionOf(location);
      return new Finding(
          Finding.Code.UNSERVED_RESOURCE,
          location,
          position.line(),
          position.column(),
          "nobody serves '" + resource + "' at the moment; the state waits until somebody does",
          "Start a worker that polls for it, or mend its name.");
    }
  }

  private static void machine(Json machine, String at, List<Place> places) {
    for (String states : List.of("States", "Nodes")) {
      if (machine.get(states).orElse(JsonObject.EMPTY) instanceof JsonObject all) {
        for (Map.Entry<String, Json> state : all.members().entrySet()) {
          String in = Pointer.member(Pointer.member(at, states), state.getKey());
          state(state.getValue(), in, places);
        }
      }
    }
  }

  private static void state(Json state, String at, List<Place> places) {
    if (state.get("Type").map(Json::asText).filter("Task"::equals).isPresent()) {
      resource(state, at, true, places);
    }
    for (String outside : List.of("ItemReader", "ResultWriter")) {
      state
          .get(outside)
          .ifPresent(one -> resource(one, Pointer.member(at, outside), false, places));
    }
    for (String inner : MACHINES) {
      state.get(inner).ifPresent(one -> machine(one, Pointer.member(at, inner), places));
    }
    if (state.get("Branches").orElse(JsonArray.EMPTY) instanceof JsonArray branches) {
      for (int i = 0; i < branches.length(); i++) {
        machine(
            branches.get(i).orElseThrow(),
            Pointer.element(Pointer.member(at, "Branches"), i),
            places);
      }
    }
    // A Graph is a state and has nodes, which are states.
    if (state.get("Nodes").isPresent()) {
      machine(state, at, places);
    }
  }

  private static void resource(Json named, String at, boolean isOfTask, List<Place> places) {
    named
        .get("Resource")
        .ifPresent(
            resource ->
                places.add(new Place(Pointer.member(at, "Resource"), resource.asText(), isOfTask)));
  }
}
