package dev.pawl.server.problem;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.Fault;
import java.sql.SQLException;

/** Why the database does not do it now, and how that is told: nothing is wrong with the request. */
public enum Away {
  OVERLOADED(
      "overloaded", "the database has more to do than it can take, or does not answer; try again"),
  UNREACHABLE(
      "unavailable",
      "the database cannot be reached; try again, and repeat a write with the same Idempotency-Key:"
          + " it may have been carried out");

  private final String code;
  private final String detail;

  Away(String code, String detail) {
    this.code = code;
    this.detail = detail;
  }

  public static Away of(UnavailableException away) {
    return away.getCause() instanceof SQLException told && Fault.isOverload(told)
        ? OVERLOADED
        : UNREACHABLE;
  }

  public String code() {
    return code;
  }

  public String detail() {
    return detail;
  }
}
