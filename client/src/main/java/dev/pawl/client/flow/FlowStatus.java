package dev.pawl.client.flow;

/** The lifecycle of a flow. */
public enum FlowStatus {
  /** It has never had an active version. */
  DRAFT,
  /** New executions use its active version. */
  ACTIVE,
  /** No version is active; the flow cannot be started. */
  INACTIVE,
  /** It is left out of lists and cannot be started until it is restored. */
  ARCHIVED
}
