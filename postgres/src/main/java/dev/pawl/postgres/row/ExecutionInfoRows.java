package dev.pawl.postgres.row;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Reads execution infos from rows; live and finished executions have the same columns for them. */
public final class ExecutionInfoRows {

  /** The columns of an info, to be selected first, from the alias {@code e}. */
  public static final String COLUMNS =
      """
      e.tenant, e.id, e.flow, e.version, e.machine, e.parent, e.parent_step, e.parent_number,
      e.reply, e.depth, e.priority, e.business_key, e.labels, e.idempotency_key, e.retried_from,
      e.started_by, e.test\
      """;

  /** The index of the first column after those of the info. */
  public static final int NEXT = 18;

  private static final Priority[] PRIORITIES = Priority.values();
  private static final ExecutionMetadata.Reply[] REPLIES = ExecutionMetadata.Reply.values();

  private ExecutionInfoRows() {}

  /** Reads the info in the first columns of a row. */
  public static ExecutionMetadata read(ResultSet row) throws SQLException {
    TenantId tenant = new TenantId(row.getInt(1));
    return new ExecutionMetadata(
        new ExecutionKey(tenant, new ExecutionId(row.getObject(2, UUID.class))),
        new VersionKey(tenant, row.getString(3), row.getInt(4)),
        Optional.ofNullable(row.getString(5)),
        parent(row),
        row.getInt(10),
        new ExecutionMetadata.StartAttributes(
            PRIORITIES[row.getInt(11)],
            Optional.ofNullable(row.getString(12)),
            labels(row.getString(13)),
            Optional.ofNullable(row.getString(14)),
            Optional.ofNullable(row.getObject(15, UUID.class)).map(ExecutionId::new),
            new ExecutionMetadata.Provenance(
                Optional.ofNullable(row.getString(16)),
                Optional.empty(),
                Optional.ofNullable(row.getString(17)))));
  }

  private static Optional<ExecutionMetadata.Parent> parent(ResultSet row) throws SQLException {
    UUID id = row.getObject(6, UUID.class);
    return id == null
        ? Optional.empty()
        : Optional.of(
            new ExecutionMetadata.Parent(
                new ExecutionId(id),
                StepId.parse(row.getString(7)),
                row.getInt(8),
                REPLIES[row.getInt(9)]));
  }

  private static Map<String, String> labels(@org.jspecify.annotations.Nullable String text) {
    if (text == null) {
      return Map.of();
    }
    Map<String, String> labels = new TreeMap<>();
    if (JsonText.parse(text) instanceof JsonObject object) {
      object.members().forEach((name, value) -> labels.put(name, value.asText()));
    }
    return labels;
  }

  /** Returns labels as JSON text. */
  public static String labels(Map<String, String> labels) {
    return Json.ofJava(labels).toString();
  }

  /** Returns the run queue of a priority. */
  public static short queue(Priority priority) {
    return (short) priority.ordinal();
  }
}
