package dev.pawl.postgres.row;

/** Versions whose flow is still there; the others wait until no execution needs them. */
public final class KeptVersions {

  /** Holds of a version v of a flow that was not deleted since. */
  public static final String KEPT =
      """
      not exists (select from pawl.deleted d
                      where d.tenant = v.tenant and d.flow = v.flow and d.number >= v.number)\
      """;

  private KeptVersions() {}
}
