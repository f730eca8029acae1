package dev.pawl.sdk;

/**
 * The description of a handler for people and tools that write flows. Texts may be empty.
 *
 * @param name a short name for people
 * @param category heading under which tools list the handler
 * @param description what it does, in a sentence or two
 * @param icon the name of an icon, or an image as a {@code data:} URL
 * @param configSchema JSON Schema of the fixed part of its input
 * @param inputSchema JSON Schema of its input
 * @param outputSchema JSON Schema of its result
 */
public record HandlerDescriptor(
    String name,
    String category,
    String description,
    String icon,
    Json configSchema,
    Json inputSchema,
    Json outputSchema) {

  /** A descriptor without texts, whose schemas accept any value. */
  public static final HandlerDescriptor ANY = new HandlerDescriptor("", "");

  /** Creates a descriptor without category, icon and schemas. */
  public HandlerDescriptor(String name, String description) {
    this(name, description, JsonBool.TRUE, JsonBool.TRUE, JsonBool.TRUE);
  }

  /** Creates a descriptor without category and icon. */
  public HandlerDescriptor(
      String name, String description, Json configSchema, Json inputSchema, Json outputSchema) {
    this(name, "", description, "", configSchema, inputSchema, outputSchema);
  }
}
