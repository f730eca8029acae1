package dev.pawl.postgres.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.flow.StoredFlow.About;
import dev.pawl.postgres.flow.StoredFlow.Dates;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.flow.StoredFlow.Text;
import dev.pawl.postgres.flow.StoredFlow.Versions;
import dev.pawl.postgres.row.KeptVersions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;

/** Maps rows of the table of flows. */
final class FlowRows {

  private static final String COLUMNS_WITH =
      """
      f.id, f.code, f.name, f.description, %s, f.format, f.type, f.category, f.priority,
             f.tags, f.revision, f.active,
             (select max(v.number) from pawl.version v
               where v.tenant = f.tenant and v.flow = f.code and %s),
             f.created_at, f.updated_at, f.archived_at,
             coalesce((select v.digest <> sha256(convert_to(f.source, 'UTF8'))
                         from pawl.version v
                        where v.tenant = f.tenant and v.flow = f.code and %s
                        order by v.number desc limit 1), true)\
      """;

  /** Columns that {@link #read} expects, for the table alias f. */
  static final String COLUMNS =
      COLUMNS_WITH.formatted("f.source", KeptVersions.KEPT, KeptVersions.KEPT);

  /** Columns that {@link #read} expects, with an empty source, for lists. */
  static final String LISTED = COLUMNS_WITH.formatted("''", KeptVersions.KEPT, KeptVersions.KEPT);

  private FlowRows() {}

  static StoredFlow read(ResultSet row) throws SQLException {
    return new StoredFlow(
        row.getObject(1, UUID.class),
        row.getString(2),
        new Text(
            row.getString(3),
            row.getString(4),
            new Source(row.getString(5), format(row.getString(6)))),
        new About(
            row.getString(7),
            row.getString(8),
            Priority.valueOf(row.getString(9)),
            List.of((String[]) row.getArray(10).getArray())),
        row.getInt(11),
        new Versions(number(row, 12), number(row, 13), row.getBoolean(17)),
        new Dates(
            Rows.time(row, 14).orElseThrow(),
            Rows.time(row, 15).orElseThrow(),
            Rows.time(row, 16)));
  }

  static OptionalInt number(ResultSet row, int column) throws SQLException {
    int number = row.getInt(column);
    return row.wasNull() ? OptionalInt.empty() : OptionalInt.of(number);
  }

  static DocumentFormat format(String name) {
    return DocumentFormat.valueOf(name.toUpperCase(Locale.ROOT));
  }

  static String format(DocumentFormat format) {
    return format.name().toLowerCase(Locale.ROOT);
  }
}
