package dev.pawl.server.problem;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.SqlFault;
import java.sql.SQLException;

/** The reasons for which the database cannot serve a valid request now. */
public enum DatabaseTrouble {
  OVERLOADED(
      "overloaded", "the database has more to do than it can take, or does not answer; try again"),
  UNREACHABLE(
      "unavailable",
      "the database cannot be reached; try again, and repeat a write with the same Idempotency-Key:"
          + " it may have been carried out");

  private final String code;
  private final String detail;

  DatabaseTrouble(String code, String detail) {
    this.code = code;
    this.detail = detail;
  }

  public static DatabaseTrouble of(UnavailableException away) {
    return away.getCause() instanceof SQLException fault && SqlFault.isOverload(fault)
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
