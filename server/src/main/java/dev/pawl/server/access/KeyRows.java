package dev.pawl.server.access;

import dev.pawl.postgres.connection.Rows;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads keys and callers from rows. */
final class KeyRows {

  private KeyRows() {}

  static Set<Role> roles(ResultSet row, int column) throws SQLException {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    texts(row.getArray(column)).forEach(code -> Role.of(code).ifPresent(roles::add));
    return roles;
  }

  /** Reads the columns of the suspension and, after it, of the start rate. */
  static Caller.TenantStanding standing(ResultSet row, int column) throws SQLException {
    int starts = row.getInt(column + 1);
    OptionalInt atMost = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(starts);
    return new Caller.TenantStanding(row.getBoolean(column), atMost);
  }

  /** Reads the columns of the flows and, after it, of the resources. */
  static KeyScope scope(ResultSet row, int column) throws SQLException {
    return new KeyScope(patterns(row, column), patterns(row, column + 1));
  }

  static ApiKeys.KeyView view(ResultSet row) throws SQLException {
    return new ApiKeys.KeyView(
        row.getString(1),
        row.getString(2),
        roles(row, 3),
        Rows.time(row, 4).orElseThrow(),
        Rows.time(row, 5).orElse(null),
        Rows.time(row, 6).orElse(null),
        Rows.time(row, 7).orElse(null),
        patterns(row, 8).orElse(null),
        patterns(row, 9).orElse(null));
  }

  private static Optional<List<String>> patterns(ResultSet row, int column) throws SQLException {
    @Nullable Array patterns = row.getArray(column);
    return patterns == null ? Optional.empty() : Optional.of(texts(patterns));
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }
}
