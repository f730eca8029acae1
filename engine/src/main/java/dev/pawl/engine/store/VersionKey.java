package dev.pawl.engine.store;

import dev.pawl.model.NameLimit;

/**
 * One immutable definition of a flow.
 *
 * @param number above 0 if it was published; below, if it is a draft that was tested
 */
public record VersionKey(TenantId tenant, String flow, int number) {

  /** How long the name of a flow may be. */
  public static final int MAX_FLOW_NAME = NameLimit.FLOW.most();

  public static final String NAME_RULE =
      "a flow needs a name of 1 to " + MAX_FLOW_NAME + " characters, without control characters";

  public VersionKey {
    if (!isFlowName(flow)) {
      throw new IllegalArgumentException(NAME_RULE);
    }
  }

  public boolean isPublished() {
    return number > 0;
  }

  /** How people speak of it. */
  public String told() {
    return isPublished()
        ? "version %d of flow '%s'".formatted(number, flow)
        : "the tested draft of flow '%s'".formatted(flow);
  }

  /** Whether a flow can have that name. */
  public static boolean isFlowName(String name) {
    return NameLimit.FLOW.admits(name);
  }
}
