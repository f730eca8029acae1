package dev.pawl.engine.store;

/** Whose something is. Every key begins with it. */
public record TenantId(int value) {

  /** The tenant of programs that have only one. */
  public static final TenantId DEFAULT = new TenantId(1);

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
