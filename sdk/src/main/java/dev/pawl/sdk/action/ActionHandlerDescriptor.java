package dev.pawl.sdk.action;

import org.jspecify.annotations.Nullable;

/** The description of an action for people and tools; schemas are JSON Schema as text. */
public interface ActionHandlerDescriptor {

  /** Returns the schema of the settings. */
  String getConfigSchema();

  /** Returns the schema of the input. */
  String getInputSchema();

  /** Returns the schema of the output. */
  String getOutputSchema();

  /** Returns a short name for people. */
  String getDisplayName();

  /** Returns the heading under which tools list the action. */
  String getCategory();

  /** Returns what the action does, in a sentence or two. */
  String getDescription();

  /** Returns the name of an icon; null for none. */
  default @Nullable String getIcon() {
    return null;
  }
}
