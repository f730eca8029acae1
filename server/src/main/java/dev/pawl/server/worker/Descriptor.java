package dev.pawl.server.worker;

import dev.pawl.model.schema.JsonSchema;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A description of a resource for authors of flows. */
record Descriptor(
    @Schema(description = "Name of the resource, for people.", example = "Charge a card")
        @Nullable String displayName,
    @Schema(description = "Category under which it is listed.", example = "payments")
        @Nullable String category,
    @Schema(description = "What the resource does.", example = "Charges a credit card.")
        @Nullable String description,
    @Schema(description = "Name of an icon, or an image as a data: URL.", example = "credit-card")
        @Nullable String icon,
    @Schema(description = "JSON Schema of its fixed settings.", example = "{\"type\": \"object\"}")
        @Nullable Json configSchema,
    @Schema(description = "JSON Schema of its input.", example = "{\"type\": \"object\"}")
        @Nullable Json inputSchema,
    @Schema(description = "JSON Schema of its output.", example = "{\"type\": \"object\"}")
        @Nullable Json outputSchema) {

  private static final int LONGEST_WORDS = 200;
  private static final int LONGEST_DESCRIPTION = 10_000;

  /** Maximum length of an icon, which allows for an image of six kilobytes in Base64. */
  private static final int MAX_ICON_CHARACTERS = 8_000;

  /** Only names and data URLs, so that a browser runs no script and contacts no third party. */
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
      throw bad(resource, "the %s must be a JSON Schema, which is an object".formatted(what));
    }
    Optional<Violation> problem = Optional.ofNullable(schema).flatMap(JsonSchema::problem);
    if (problem.isPresent()) {
      throw bad(resource, "the %s is not supported: %s".formatted(what, problem.get()));
    }
  }

  static ApiException bad(String resource, String why) {
    return ApiException.refused("bad-descriptor", "'" + resource + "': " + why);
  }
}
