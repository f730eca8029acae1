package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what starts flows besides callers, for several flows at once. */
public final class StartKinds {

  private static final String READ =
      """
      with bound as materialized (
        select distinct b.flow from pawl.binding b
         where b.tenant = ? and b.flow = any(?) and b.enabled)
      select c.code, t.type, t.webhook_path is not null, b.flow is not null
        from unnest(?) as c (code)
        left join pawl.flow_trigger t on t.tenant = ? and t.flow = c.code
        left join bound b on b.flow = c.code
      """;

  private StartKinds() {}

  /** What starts a flow besides callers. */
  public enum StartKind {
    WEBHOOK,
    EVENT,
    RECORD,
    MESSAGE,
    SCHEDULE,
    SCREEN
  }

  /** Returns the kinds by flow; a flow that only callers start has none. */
  public static Map<String, Set<StartKind>> of(
      Connection connection, TenantId tenant, Collection<String> flows) throws SQLException {
    String[] codes = flows.toArray(String[]::new);
    Map<String, Set<StartKind>> found = new HashMap<>();
    Rows.list(
        connection,
        READ,
        row -> found.put(row.getString(1), read(row)),
        tenant.value(),
        codes,
        codes,
        tenant.value());
    return found;
  }

  private static Set<StartKind> read(ResultSet row) throws SQLException {
    Set<StartKind> kinds = EnumSet.noneOf(StartKind.class);
    if (row.getBoolean(3)) {
      kinds.add(StartKind.WEBHOOK);
    }
    if (row.getBoolean(4)) {
      kinds.add(StartKind.EVENT);
    }
    addKindOf(row.getString(2), kinds);
    return kinds;
  }

  private static void addKindOf(@Nullable String type, Set<StartKind> kinds) {
    if (type == null) {
      return;
    }
    switch (FlowTriggerType.valueOf(type)) {
      case AUTOLAUNCHED -> {}
      case EVENT_TRIGGERED -> kinds.add(StartKind.EVENT);
      case RECORD_TRIGGERED -> kinds.add(StartKind.RECORD);
      case KAFKA_TRIGGERED -> kinds.add(StartKind.MESSAGE);
      case SCHEDULED -> kinds.add(StartKind.SCHEDULE);
      case SCREEN -> kinds.add(StartKind.SCREEN);
    }
  }
}
