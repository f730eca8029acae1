package dev.pawl.server.worker;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.problem.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a resource is, for those who write flows: words for people, and JSON Schemas from which
 * forms and suggestions can be made.
 *
 * @param displayName how people call it
 * @param category what it is listed under
 * @param icon the name of a picture
 * @param configSchema its fixed settings
 * @param inputSchema what it takes
 * @param outputSchema what it gives
 */
record Descriptor(
    @Nullable String displayName,
    @Nullable String category,
    @Nullable String description,
    @Nullable String icon,
    @Nullable Json configSchema,
    @Nullable Json inputSchema,
    @Nullable Json outputSchema) {

  private static final int LONGEST_WORDS = 200;
  private static final int LONGEST_DESCRIPTION = 10_000;

  Descriptor checked(String resource) {
    mustBeShort(resource, "displayName", displayName, LONGEST_WORDS);
    mustBeShort(resource, "category", category, LONGEST_WORDS);
    mustBeShort(resource, "icon", icon, LONGEST_WORDS);
    mustBeShort(resource, "description", description, LONGEST_DESCRIPTION);
    mustBeSchema(resource, "configSchema", configSchema);
    mustBeSchema(resource, "inputSchema", inputSchema);
    mustBeSchema(resource, "outputSchema", outputSchema);
    return this;
  }

  private static void mustBeShort(String resource, String what, @Nullable String text, int most) {
    if (text != null && text.length() > most) {
      throw bad(resource, "the %s has at most %d characters".formatted(what, most));
    }
  }

  private static void mustBeSchema(String resource, String what, @Nullable Json schema) {
    if (schema != null && !(schema instanceof JsonObject)) {
      throw bad(resource, "the %s is a JSON Schema, which is an object".formatted(what));
    }
    Optional<String> problem = Optional.ofNullable(schema).flatMap(Schema::problem);
    if (problem.isPresent()) {
      throw bad(resource, "the " + what + " " + problem.get());
    }
  }

  static Refusal bad(String resource, String why) {
    return Refusal.refused("bad-descriptor", "'" + resource + "': " + why);
  }
}
