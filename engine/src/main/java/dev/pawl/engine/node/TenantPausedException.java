package dev.pawl.engine.node;

/** Thrown when a start is refused because an emergency stop of the tenant is in force. */
public final class TenantPausedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public TenantPausedException() {
    super(
        "all flows of this tenant are paused, so nothing of it starts; try again after an"
            + " administrator has resumed them (POST /api/admin/flows/resume-all)");
  }
}
