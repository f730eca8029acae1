package dev.pawl.server.worker;

import dev.pawl.model.schema.JsonSchema;
import dev.pawl.model.schema.Violation;
import dev.pawl.sdk.HandlerDescriptor;
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

  private static final int MAX_TITLE_LENGTH = 200;
  private static final int MAX_DESCRIPTION_LENGTH = 10_000;

  /** Maximum length of an icon, which allows for an image of six kilobytes in Base64. */
  private static final int MAX_ICON_CHARACTERS = 8_000;

  /** Only names and data URLs, so that a browser runs no script and contacts no third party. */
  private static final Pattern ICON =
      Pattern.compile(
          "[A-Za-z0-9][A-Za-z0-9._-]{0,199}"
              + "|data:image/(?:png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}");

  /** Returns the description of a built-in handler; schemas that allow everything are left out. */
  static Descriptor of(HandlerDescriptor handler) {
    return new Descriptor(
        handler.displayName(),
        handler.category(),
        handler.description(),
        handler.icon(),
        schema(handler.configSchema()),
        schema(handler.inputSchema()),
        schema(handler.outputSchema()));
  }

  private static @Nullable Json schema(Json schema) {
    return schema instanceof JsonObject ? schema : null;
  }

  Descriptor requireValid(String resource) {
    requireLength(resource, "displayName", displayName, MAX_TITLE_LENGTH);
    requireLength(resource, "category", category, MAX_TITLE_LENGTH);
    requireIcon(resource, icon);
    requireLength(resource, "description", description, MAX_DESCRIPTION_LENGTH);
    requireSchema(resource, "configSchema", configSchema);
    requireSchema(resource, "inputSchema", inputSchema);
    requireSchema(resource, "outputSchema", outputSchema);
    return this;
  }

  private static void requireLength(String resource, String what, @Nullable String text, int most) {
    if (text != null && text.length() > most) {
      throw invalid(resource, "the %s has at most %d characters".formatted(what, most));
    }
  }

  private static void requireIcon(String resource, @Nullable String icon) {
    requireLength(resource, "icon", icon, MAX_ICON_CHARACTERS);
    if (icon != null && !icon.isEmpty() && !ICON.matcher(icon).matches()) {
      throw invalid(
          resource,
          "the icon '%s' is not allowed; it is a name of at most 200 letters, digits, '.', '_' and '-', or an image as data:image/TYPE;base64,... with TYPE png, jpeg, gif, webp or svg+xml"
              .formatted(icon.length() > 100 ? icon.substring(0, 100) + "..." : icon));
    }
  }

  private static void requireSchema(String resource, String what, @Nullable Json schema) {
    if (schema != null && !(schema instanceof JsonObject)) {
      throw invalid(resource, "the %s must be a JSON Schema, which is an object".formatted(what));
    }
    Optional<Violation> problem = Optional.ofNullable(schema).flatMap(JsonSchema::problem);
    if (problem.isPresent()) {
      throw invalid(resource, "the %s is not supported: %s".formatted(what, problem.get()));
    }
  }

  static ApiException invalid(String resource, String why) {
    return ApiException.refused("bad-descriptor", "'" + resource + "': " + why);
  }
}
