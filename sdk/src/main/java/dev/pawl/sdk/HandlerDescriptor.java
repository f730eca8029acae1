package dev.pawl.sdk;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The description of a handler for people and tools that write flows. Texts may be empty.
 *
 * @param displayName a short name for people
 * @param category heading under which tools list the handler
 * @param description what it does, in a sentence or two
 * @param icon the name of an icon, or an image as a {@code data:} URL
 * @param configSchema JSON Schema of its settings
 * @param inputSchema JSON Schema of its input
 * @param outputSchema JSON Schema of its result
 * @param errors the named errors it fails with
 * @param effect where its effects happen
 * @param timeout maximum duration of a call whose state sets none; empty for no limit
 */
public record HandlerDescriptor(
    String displayName,
    String category,
    String description,
    String icon,
    Json configSchema,
    Json inputSchema,
    Json outputSchema,
    List<HandlerError> errors,
    EffectScope effect,
    Optional<Duration> timeout) {

  /** A descriptor without texts, whose schemas accept any value. */
  public static final HandlerDescriptor ANY = new HandlerDescriptor("", "");

  public HandlerDescriptor {
    errors = List.copyOf(errors);
  }

  /**
   * A named error of a handler.
   *
   * @param retryable true if another attempt may succeed
   */
  public record HandlerError(String name, String description, boolean retryable) {}

  /** Where the effects of a handler happen. */
  public enum EffectScope {
    /** It only computes. */
    NONE,
    /** In the database of the engine. */
    INTERNAL,
    /** In other systems. */
    EXTERNAL
  }

  /** Creates a descriptor without category, icon and schemas. */
  public HandlerDescriptor(String displayName, String description) {
    this(displayName, description, JsonBool.TRUE, JsonBool.TRUE, JsonBool.TRUE);
  }

  /** Creates a descriptor without category and icon. */
  public HandlerDescriptor(
      String displayName,
      String description,
      Json configSchema,
      Json inputSchema,
      Json outputSchema) {
    this(
        displayName,
        "",
        description,
        "",
        configSchema,
        inputSchema,
        outputSchema,
        List.of(),
        EffectScope.EXTERNAL,
        Optional.empty());
  }
}
