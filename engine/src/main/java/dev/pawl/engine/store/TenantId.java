package dev.pawl.engine.store;

/** The id of a tenant; the first part of every key. */
public record TenantId(int value) {

  /** The tenant of applications without tenants. */
  public static final TenantId DEFAULT = new TenantId(1);

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
