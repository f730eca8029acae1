package dev.pawl.server.access;

/** How an endpoint treats keys that are limited to single flows. */
public enum FlowScope {
  /**
   * The path names a flow or an execution, which must be in the scope of the key. An endpoint whose
   * path names neither cannot be called with a limited key.
   */
  NAMED_IN_PATH,
  /** The endpoint reveals and changes nothing of a flow; every key may call it. */
  NO_FLOW,
  /**
   * The endpoint leaves out what is out of scope: {@link FlowScopeAdvice} removes it from a list,
   * or the method itself does where a cursor, a count or an effect would reveal or change it.
   */
  FILTERED,
  /** The endpoint cannot be called with a limited key, whatever its path names. */
  UNLIMITED_KEYS_ONLY
}
