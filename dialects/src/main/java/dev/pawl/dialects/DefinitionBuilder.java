package dev.pawl.dialects;

import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Builds an object of a definition and records from where in the author's text its parts are. */
final class DefinitionBuilder {

  private final String pointer;
  private final Map<String, String> sources;
  private final Map<String, Json> members = new LinkedHashMap<>();

  private DefinitionBuilder(String pointer, String author, Map<String, String> sources) {
    this.pointer = pointer;
    this.sources = sources;
    sources.put(pointer, author);
  }

  static DefinitionBuilder root() {
    return new DefinitionBuilder("", "", new LinkedHashMap<>());
  }

  /** Begins an object inside; {@link #put} it when it is complete. */
  DefinitionBuilder inside(String name, String author) {
    return new DefinitionBuilder(Pointer.member(pointer, name), author, sources);
  }

  DefinitionBuilder put(String name, Json value, String author) {
    members.put(name, value);
    sources.put(Pointer.member(pointer, name), author);
    return this;
  }

  DefinitionBuilder put(String name, DefinitionBuilder object) {
    members.put(name, object.value());
    return this;
  }

  /** Records the source of a part that has been put. */
  DefinitionBuilder source(String relative, String author) {
    sources.put(pointer + relative, author);
    return this;
  }

  Json value() {
    return JsonObject.of(members);
  }

  Map<String, String> sources() {
    return sources;
  }
}
