package dev.pawl.sdk;

/**
 * A handler as people and tools see it.
 *
 * @param name a short name for people
 * @param description what it does, in a sentence or two
 * @param configSchema JSON Schema of the fixed part of its input
 * @param inputSchema JSON Schema of its input
 * @param outputSchema JSON Schema of its result
 */
public record HandlerDescriptor(
    String name, String description, Json configSchema, Json inputSchema, Json outputSchema) {

  /** Anything in, anything out. */
  public static final HandlerDescriptor ANY =
      new HandlerDescriptor("", "", JsonBool.TRUE, JsonBool.TRUE, JsonBool.TRUE);
}
