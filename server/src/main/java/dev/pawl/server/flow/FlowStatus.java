package dev.pawl.server.flow;

/** What starts find. */
enum FlowStatus {
  /** Never published. */
  DRAFT,
  /** One of its versions is started. */
  ACTIVE,
  /** Published, but taken out of service. */
  INACTIVE,
  /** Out of sight until it is restored. */
  ARCHIVED;

  static FlowStatus of(FlowRecord flow) {
    if (flow.dates().archivedAt().isPresent()) {
      return ARCHIVED;
    }
    if (flow.versions().active().isPresent()) {
      return ACTIVE;
    }
    return flow.versions().latest().isPresent() ? INACTIVE : DRAFT;
  }
}
