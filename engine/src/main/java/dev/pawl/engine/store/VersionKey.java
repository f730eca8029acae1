package dev.pawl.engine.store;

/** One published, immutable definition of a flow. */
public record VersionKey(TenantId tenant, String flow, int number) {

  /** How long the name of a flow may be. */
  public static final int MAX_FLOW_NAME = 200;

  public static final String NAME_RULE =
      "a flow needs a name of 1 to " + MAX_FLOW_NAME + " characters, without control characters";

  public VersionKey {
    if (!isFlowName(flow)) {
      throw new IllegalArgumentException(NAME_RULE);
    }
  }

  /** Whether a flow can have that name. */
  public static boolean isFlowName(String name) {
    return !name.isBlank()
        && name.length() <= MAX_FLOW_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }
}
