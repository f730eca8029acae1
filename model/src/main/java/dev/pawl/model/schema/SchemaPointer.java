package dev.pawl.model.schema;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** JSON Pointers (RFC 6901), as references within a schema use them. */
final class SchemaPointer {

  private SchemaPointer() {}

  static String child(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  static String child(String parent, int index) {
    return parent + "/" + index;
  }

  /** The part of a schema that {@code #} or {@code #/...} refers to; empty if there is none. */
  static Optional<Json> resolve(Json root, String reference) {
    if (reference.equals("#")) {
      return Optional.of(root);
    }
    if (!reference.startsWith("#/")) {
      return Optional.empty();
    }
    String pointer;
    try {
      pointer = URLDecoder.decode(reference.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException badPercent) {
      return Optional.empty();
    }
    Optional<Json> found = Optional.of(root);
    for (String part : pointer.substring(2).split("/", -1)) {
      String name = part.replace("~1", "/").replace("~0", "~");
      found = found.flatMap(json -> member(json, name));
    }
    return found;
  }

  private static Optional<Json> member(Json json, String name) {
    return switch (json) {
      case JsonObject object -> object.get(name);
      case JsonArray array ->
          name.matches("0|[1-9][0-9]{0,8}") ? array.get(Integer.parseInt(name)) : Optional.empty();
      default -> Optional.empty();
    };
  }
}
