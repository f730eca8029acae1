package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.flow.StoredFlow.About;
import dev.pawl.postgres.flow.StoredFlow.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Reads and writes flows and their drafts, in the transaction of the caller. */
public final class FlowStore {

  private static final String CREATE =
      """
      insert into pawl.flow (tenant, id, code, name, description, source, format,
                             type, category, priority, tags, created_by)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict on constraint flow_code do nothing
      """;

  private static final String BY_ID =
      "select %s from pawl.flow f where f.tenant = ? and f.id = ?".formatted(FlowRows.COLUMNS);

  private static final String BY_CODE =
      "select %s from pawl.flow f where f.tenant = ? and f.code = ?".formatted(FlowRows.COLUMNS);

  // Serializes changes to a flow; each sees the result of the one before.
  private static final String LOCK = " for update of f";

  private static final String SAVE =
      """
      update pawl.flow
         set name = ?, description = ?, source = ?, format = ?,
             type = ?, category = ?, priority = ?, tags = ?,
             revision = revision + 1, updated_at = now()
       where tenant = ? and id = ?
      """;

  private static final String ARCHIVE =
      """
      update pawl.flow set archived_at = case when ? then coalesce(archived_at, now()) end,
             updated_at = now()
       where tenant = ? and id = ?
      """;

  private FlowStore() {}

  /** A flow to insert. */
  public record NewFlow(UUID id, String code, Text text, About about, String by) {

    /** Returns the same flow with another code. */
    public NewFlow withCode(String another) {
      return new NewFlow(id, another, text, about, by);
    }
  }

  /** Inserts a flow; returns false if its code is taken. */
  public static boolean create(Connection connection, TenantId tenant, NewFlow flow)
      throws SQLException {
    return ConnectionTemplate.update(
            connection,
            CREATE,
            tenant.value(),
            flow.id(),
            flow.code(),
            flow.text().name(),
            flow.text().description(),
            flow.text().source().text(),
            FlowRows.format(flow.text().source().format()),
            flow.about().type(),
            flow.about().category(),
            flow.about().priority().name(),
            flow.about().tags().toArray(String[]::new),
            flow.by())
        == 1;
  }

  /** Finds a flow. */
  public static Optional<StoredFlow> find(Connection connection, TenantId tenant, FlowRef flow)
      throws SQLException {
    return find(connection, tenant, flow, "");
  }

  /** Finds a flow and locks its row until the transaction ends. */
  public static Optional<StoredFlow> lock(Connection connection, TenantId tenant, FlowRef flow)
      throws SQLException {
    return find(connection, tenant, flow, LOCK);
  }

  private static Optional<StoredFlow> find(
      Connection connection, TenantId tenant, FlowRef flow, String lock) throws SQLException {
    if (flow.id().isPresent()) {
      Optional<StoredFlow> byId =
          Rows.first(connection, BY_ID + lock, FlowRows::read, tenant.value(), flow.id().get());
      if (byId.isPresent()) {
        return byId;
      }
    }
    return Rows.first(connection, BY_CODE + lock, FlowRows::read, tenant.value(), flow.code());
  }

  /** Saves the draft of a flow whose row the transaction has locked. */
  public static void save(Connection connection, TenantId tenant, UUID id, Text text, About about)
      throws SQLException {
    ConnectionTemplate.update(
        connection,
        SAVE,
        text.name(),
        text.description(),
        text.source().text(),
        FlowRows.format(text.source().format()),
        about.type(),
        about.category(),
        about.priority().name(),
        about.tags().toArray(String[]::new),
        tenant.value(),
        id);
  }

  /** Archives a flow, or restores it. */
  public static void archive(Connection connection, TenantId tenant, UUID id, boolean archived)
      throws SQLException {
    ConnectionTemplate.update(connection, ARCHIVE, archived, tenant.value(), id);
  }
}
