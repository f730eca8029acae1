package dev.pawl.postgres.schema;

import java.util.List;
import java.util.Optional;

/**
 * Describes whether row-level security separates tenants in the database.
 *
 * @param defect the reason why row-level security cannot be used; empty if it is on
 * @param statements the SQL that an administrator of the database has to run to turn it on, in this
 *     order; empty if it is on
 */
public record RowSecurity(Optional<String> defect, List<String> statements) {

  public static final RowSecurity ON = new RowSecurity(Optional.empty(), List.of());

  public RowSecurity {
    statements = List.copyOf(statements);
  }

  static RowSecurity off(String defect, List<String> statements) {
    return new RowSecurity(Optional.of(defect), statements);
  }

  public boolean isOn() {
    return defect.isEmpty();
  }

  /** Returns what to do about the defect, on one line; empty if there is none. */
  public String advice() {
    if (isOn()) {
      return "";
    }
    return statements.isEmpty()
        ? "Ask an administrator of the database, then start Pawl again."
        : "As an administrator of the database run: %s Then start Pawl again."
            .formatted(String.join(" ", statements));
  }

  /** Returns the defect and what to do about it, on one line; empty if there is none. */
  public String warning() {
    return defect
        .map(why -> "row-level security between tenants is off: %s. %s".formatted(why, advice()))
        .orElse("");
  }
}
