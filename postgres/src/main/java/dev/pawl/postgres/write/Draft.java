package dev.pawl.postgres.write;

import dev.pawl.postgres.row.Column;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A statement under construction: the parts that are needed, and the columns they take. */
public final class Draft {

  private final StringBuilder text = new StringBuilder(4096);
  private final List<Column> columns = new ArrayList<>();

  void clear() {
    text.setLength(0);
    columns.clear();
  }

  Draft add(String part) {
    text.append(part);
    return this;
  }

  Draft add(String part, List<Column> taken) {
    text.append(part);
    columns.addAll(taken);
    return this;
  }

  Draft add(String part, Column... taken) {
    return add(part, List.of(taken));
  }

  String text() {
    return text.toString();
  }

  /** Binds the columns, the first of them as that parameter. */
  void bind(PreparedStatement statement, int first) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).bind(statement, first + i);
    }
  }
}
