package dev.pawl.server.access;

/** A kind of thing that can be done here. */
public enum Permission {
  /** Look at flows and executions. */
  READ,
  /** Start executions, and do to them what operators do. */
  OPERATE,
  /** Change drafts. */
  EDIT,
  /** Make drafts versions that run, and take them out of service. */
  PUBLISH,
  /** Do the work of Tasks. */
  WORK,
  /** Install and remove modules. */
  MODULES,
  /** Issue keys, set limits, stop everything of a tenant, delete for good. */
  ADMINISTER,
  /** See the figures of a node, which serves all tenants. */
  MONITOR,
  /** Create tenants, see nodes. */
  PLATFORM
}
