package dev.pawl.engine.store;

import dev.pawl.model.NameLimit;

/**
 * The key of one immutable definition of a flow.
 *
 * @param number positive for a published version, negative for a draft that was tested
 */
public record VersionKey(TenantId tenant, String flow, int number) {

  /** The maximum length of a flow name in characters. */
  public static final int MAX_FLOW_NAME = NameLimit.FLOW.most();

  public static final String NAME_RULE =
      "a flow needs a name of 1 to " + MAX_FLOW_NAME + " characters, without control characters";

  public VersionKey {
    if (!isFlowName(flow)) {
      throw new IllegalArgumentException(NAME_RULE);
    }
  }

  /** Returns true for a published version. */
  public boolean isPublished() {
    return number > 0;
  }

  /** Returns a description for messages, such as {@code version 3 of flow 'order'}. */
  public String description() {
    return isPublished()
        ? "version %d of flow '%s'".formatted(number, flow)
        : "the tested draft of flow '%s'".formatted(flow);
  }

  /** Returns true if a name is a valid flow name. */
  public static boolean isFlowName(String name) {
    return NameLimit.FLOW.admits(name);
  }
}
