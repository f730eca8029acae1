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

/** Asks for rows, and reads what is in them. */
public final class Rows {

  private Rows() {}

  /** Makes something of the row that is next. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static <T> List<T> list(
      Connection connection, String sql, Reader<T> reader, Object... values) throws SQLException {
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

  public static <T> Optional<T> first(
      Connection connection, String sql, Reader<T> reader, Object... values) throws SQLException {
    return list(connection, sql, reader, values).stream().findFirst();
  }

  public static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }
}
