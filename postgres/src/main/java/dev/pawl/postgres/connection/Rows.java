package dev.pawl.postgres.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Runs queries and reads their rows. */
public final class Rows {

  private Rows() {}

  /** Converts the current row to a value. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Returns all rows of a query. */
  public static <T> List<T> list(
      Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      List<T> found = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.add(reader.read(row));
        }
      }
      return found;
    }
  }

  /** Returns the first row of a query, if there is one. */
  public static <T> Optional<T> first(
      Connection connection, String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    return list(connection, sql, reader, values).stream().findFirst();
  }

  /** Returns a timestamp column of the current row; empty if it is null. */
  public static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  /** Reads a number that may be null. */
  public static OptionalInt number(ResultSet row, int column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
