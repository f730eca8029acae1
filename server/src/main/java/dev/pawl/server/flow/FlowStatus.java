package dev.pawl.server.flow;

import dev.pawl.postgres.flow.StoredFlow;

/** The lifecycle status of a flow. */
enum FlowStatus {
  /** It was never published. */
  DRAFT,
  /** It has an active version, which starts use. */
  ACTIVE,
  /** It was published but has no active version. */
  INACTIVE,
  /** It is hidden and cannot be started until it is restored. */
  ARCHIVED;

  static FlowStatus of(StoredFlow flow) {
    if (flow.dates().archivedAt().isPresent()) {
      return ARCHIVED;
    }
    if (flow.versions().active().isPresent()) {
      return ACTIVE;
    }
    return flow.versions().latest().isPresent() ? INACTIVE : DRAFT;
  }
}
