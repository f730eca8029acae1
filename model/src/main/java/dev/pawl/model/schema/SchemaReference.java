package dev.pawl.model.schema;

import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Resolves a {@code $ref} within one schema: {@code #}, or {@code #} and a JSON Pointer. */
final class SchemaReference {

  private SchemaReference() {}

  /** Returns the part of a schema that a reference points to; empty if there is none. */
  static Optional<Json> resolve(Json root, String reference) {
    if (!reference.equals("#") && !reference.startsWith("#/")) {
      return Optional.empty();
    }
    try {
      // In the fragment of a URI a plus sign does not stand for a space, but URLDecoder assumes it.
      String pointer = URLDecoder.decode(reference.replace("+", "%2B"), StandardCharsets.UTF_8);
      return Pointer.find(root, pointer.substring(1));
    } catch (IllegalArgumentException badPercent) {
      return Optional.empty();
    }
  }
}
