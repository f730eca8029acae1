package dev.pawl.postgres.write;

import dev.pawl.postgres.row.Column;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Collects the text of a statement and the columns that are its parameters. */
public final class StatementBuilder {

  private final StringBuilder text = new StringBuilder(4096);
  private final List<Column> columns = new ArrayList<>();

  void clear() {
    text.setLength(0);
    columns.clear();
  }

  StatementBuilder add(String part) {
    text.append(part);
    return this;
  }

  StatementBuilder add(String part, List<Column> parameters) {
    text.append(part);
    columns.addAll(parameters);
    return this;
  }

  StatementBuilder add(String part, Column... parameters) {
    return add(part, List.of(parameters));
  }

  String text() {
    return text.toString();
  }

  /**
   * Binds all columns and returns the index of the next parameter.
   *
   * @param first the index of the first parameter
   */
  int bind(PreparedStatement statement, int first) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).bind(statement, first + i);
    }
    return first + columns.size();
  }
}
