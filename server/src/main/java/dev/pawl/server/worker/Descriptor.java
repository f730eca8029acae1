package dev.pawl.server.worker;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.problem.Refusal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a resource is, for those who write flows: words for people, and JSON Schemas from which
 * forms and suggestions can be made.
 *
 * @param displayName how people call it
 * @param category what it is listed under
 * @param icon the name of an icon, or an image as a {@code data:} URL
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

  /** An image of up to six kilobytes. */
  private static final int MAX_ICON_CHARACTERS = 8_000;

  /** No other address: a browser that shows descriptors runs no script and asks no third party. */
  private static final Pattern ICON =
      Pattern.compile(
          "[A-Za-z0-9][A-Za-z0-9._-]{0,199}"
              + "|data:image/(?:png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}");

  Descriptor checked(String resource) {
    mustBeShort(resource, "displayName", displayName, LONGEST_WORDS);
    mustBeShort(resource, "category", category, LONGEST_WORDS);
    mustBeIcon(resource, icon);
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

  private static void mustBeIcon(String resource, @Nullable String icon) {
    mustBeShort(resource, "icon", icon, MAX_ICON_CHARACTERS);
    if (icon != null && !icon.isEmpty() && !ICON.matcher(icon).matches()) {
      throw bad(
          resource,
          "the icon '%s' is not allowed; it is a name of at most 200 letters, digits, '.', '_' and '-', or an image as data:image/TYPE;base64,... with TYPE png, jpeg, gif, webp or svg+xml"
              .formatted(icon.length() > 100 ? icon.substring(0, 100) + "..." : icon));
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
