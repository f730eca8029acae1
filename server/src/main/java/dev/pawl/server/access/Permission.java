package dev.pawl.server.access;

/** The permissions that roles grant and endpoints require. */
public enum Permission {
  /** Read flows and executions. */
  READ,
  /** Start executions, and operate them. */
  OPERATE,
  /** Change drafts. */
  EDIT,
  /** Publish, activate, deactivate and archive flows. */
  PUBLISH,
  /** Poll for tasks and report their outcomes. */
  WORK,
  /** Install and remove modules. */
  MODULES,
  /** Issue keys, stop all flows of a tenant, delete permanently. */
  ADMINISTER,
  /** Read the metrics of a node, which serves all tenants. */
  MONITOR,
  /** Manage tenants and their limits, list nodes. */
  PLATFORM
}
