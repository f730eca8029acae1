package dev.pawl.postgres.row;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
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

/** How a card stands in a row. Live and finished executions have the same columns for it. */
public final class Cards {

  /** To be selected first, of a row named e. */
  public static final String COLUMNS =
      """
      e.tenant, e.id, e.flow, e.version, e.machine, e.parent, e.parent_step, e.parent_number,
      e.reply, e.depth, e.priority, e.business_key, e.labels, e.idempotency_key, e.retried_from,
      e.started_by, e.test\
      """;

  /** The number of the column after those. */
  public static final int NEXT = 18;

  private static final Priority[] PRIORITIES = Priority.values();
  private static final Card.Reply[] REPLIES = Card.Reply.values();

  private Cards() {}

  public static Card read(ResultSet row) throws SQLException {
    TenantId tenant = new TenantId(row.getInt(1));
    return new Card(
        new ExecutionKey(tenant, new ExecutionId(row.getObject(2, UUID.class))),
        new VersionKey(tenant, row.getString(3), row.getInt(4)),
        Optional.ofNullable(row.getString(5)),
        parent(row),
        row.getInt(10),
        new Card.Tags(
            PRIORITIES[row.getInt(11)],
            Optional.ofNullable(row.getString(12)),
            labels(row.getString(13)),
            Optional.ofNullable(row.getString(14)),
            Optional.ofNullable(row.getObject(15, UUID.class)).map(ExecutionId::new),
            new Card.Origin(
                Optional.ofNullable(row.getString(16)),
                Optional.empty(),
                Optional.ofNullable(row.getString(17)))));
  }

  private static Optional<Card.Parent> parent(ResultSet row) throws SQLException {
    UUID id = row.getObject(6, UUID.class);
    return id == null
        ? Optional.empty()
        : Optional.of(
            new Card.Parent(
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

  public static String labels(Map<String, String> labels) {
    return Json.ofJava(labels).toString();
  }

  /** Which lane is the one of that priority. */
  public static short lane(Priority priority) {
    return (short) priority.ordinal();
  }
}
