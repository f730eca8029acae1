package dev.pawl.model.definition;

import dev.pawl.model.Survey.Purpose;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds every resource that a definition names, with its location in the document. */
public final class ResourceReferences {

  private static final List<String> MACHINES = List.of("ItemProcessor", "Iterator");

  private final List<Reference> found = new ArrayList<>();

  private ResourceReferences() {}

  /**
   * A place that names a resource.
   *
   * @param location JSON Pointer to the field
   * @param owner JSON Pointer to the object that has the field
   */
  public record Reference(String location, String owner, String resource, Purpose purpose) {}

  /** All references, in the order of the document. */
  public static List<Reference> of(Json definition) {
    ResourceReferences references = new ResourceReferences();
    references.machine(definition, "");
    return List.copyOf(references.found);
  }

  private void machine(Json machine, String at) {
    states(machine, at, "States");
  }

  private void states(Json parent, String at, String field) {
    if (parent.get(field).orElse(JsonObject.EMPTY) instanceof JsonObject all) {
      for (Map.Entry<String, Json> state : all.members().entrySet()) {
        state(state.getValue(), Pointer.member(Pointer.member(at, field), state.getKey()));
      }
    }
  }

  private void state(Json state, String at) {
    Optional<String> type = state.get("Type").map(Json::asText);
    if (type.filter("Task"::equals).isPresent()) {
      resource(state, at, Purpose.WORK);
      part(state, at, "Compensate", Purpose.UNDO);
    }
    part(state, at, "ItemReader", Purpose.READ_ITEMS);
    part(state, at, "ResultWriter", Purpose.WRITE_RESULTS);
    for (String inner : MACHINES) {
      state.get(inner).ifPresent(one -> machine(one, Pointer.member(at, inner)));
    }
    if (state.get("Branches").orElse(JsonArray.EMPTY) instanceof JsonArray branches) {
      for (int i = 0; i < branches.length(); i++) {
        machine(branches.elements().get(i), Pointer.element(Pointer.member(at, "Branches"), i));
      }
    }
    // A node of a Graph is a state, or a machine.
    states(state, at, "Nodes");
    states(state, at, "States");
  }

  private void part(Json state, String at, String field, Purpose purpose) {
    state.get(field).ifPresent(part -> resource(part, Pointer.member(at, field), purpose));
  }

  private void resource(Json owner, String at, Purpose purpose) {
    if (owner.get("Resource").orElse(JsonArray.EMPTY) instanceof JsonString resource) {
      found.add(new Reference(Pointer.member(at, "Resource"), at, resource.value(), purpose));
    }
  }
}
