package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.function.BiConsumer;

/** Traversal of definitions. */
final class DefinitionStates {

  private DefinitionStates() {}

  /** Visits all states and nodes at any depth; their names are unique. */
  static void visitStates(JsonObject document, BiConsumer<String, JsonObject> visitor) {
    visit("", document, visitor);
  }

  private static void visit(String name, Json json, BiConsumer<String, JsonObject> visitor) {
    switch (json) {
      case JsonObject object -> {
        if (object.has("Type")) {
          visitor.accept(name, object);
        }
        object.members().forEach((member, value) -> visit(member, value, visitor));
      }
      case JsonArray array -> array.forEach(element -> visit("", element, visitor));
      default -> {}
    }
  }
}
