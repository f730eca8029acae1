package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.CompiledBinding;
import dev.pawl.triggers.binding.OnRunning;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores bindings. Every change is a change of the configuration. */
public final class BindingStore {

  /** The maximum number of bindings per tenant. */
  public static final int MAX_BINDINGS = 100_000;

  /** The owner of a binding that belongs to the trigger of its flow. */
  public static final String OWNED_BY_TRIGGER = "flow";

  private static final String COLUMNS =
      """
      b.id, b.event_type, b.client_id, b.lob_id, b.product_id, b.flow, b.priority, b.exclusive,
      b.enabled, b.filter, b.input_mapping, b.key, b.debounce, b.on_running, b.owner, b.created_by, b.created_at
      """;

  private static final String ALL =
      "select %s from pawl.binding b where b.tenant = ?".formatted(COLUMNS);

  private static final String OF_OWNERS = ALL + " and b.owner = any(?)";

  private static final String PAGE =
      """
      select %s from pawl.binding b
       where b.tenant = ? and b.id > ? and (?::text is null or b.event_type = ?)
         and (?::text is null or b.flow = ?)
       order by b.id limit ?
      """
          .formatted(COLUMNS);

  private static final String FIND =
      "select %s from pawl.binding b where b.tenant = ? and b.id = ?".formatted(COLUMNS);

  private static final String COUNT = "select count(*) from pawl.binding b where b.tenant = ?";

  private static final String INSERT =
      """
      insert into pawl.binding (
        tenant, id, event_type, client_id, lob_id, product_id, flow, priority, exclusive, enabled,
        filter, input_mapping, key, debounce, on_running, owner, created_by)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String UPDATE =
      """
      update pawl.binding
         set event_type = ?, client_id = ?, lob_id = ?, product_id = ?, flow = ?, priority = ?,
             exclusive = ?, enabled = ?, filter = ?, input_mapping = ?, key = ?, debounce = ?,
             on_running = ?,
             updated_at = now()
       where tenant = ? and id = ? and owner is null
      """;

  private static final String DELETE =
      "delete from pawl.binding where tenant = ? and id = ? and owner is null";

  private static final String DELETE_OWNED =
      "delete from pawl.binding where tenant = ? and flow = ? and owner = 'flow'";

  private static final String UNIQUE = "binding_unique";

  private final TenantDatabase tenanted;
  private final ConfigChanges changes;
  private final Supplier<UUID> ids;

  /**
   * Creates access to bindings.
   *
   * @param ids creates ids that are ordered by time
   */
  public BindingStore(TenantDatabase tenanted, ConfigChanges changes, Supplier<UUID> ids) {
    this.tenanted = tenanted;
    this.changes = changes;
    this.ids = ids;
  }

  /** A page of bindings, by id. */
  public record BindingQuery(
      Optional<String> eventType, Optional<String> flow, Optional<UUID> after, int limit) {}

  /**
   * Adds a binding.
   *
   * @throws IllegalArgumentException if a field is wrong
   * @throws BindingExistsException if there is one with the same event, scope and flow
   */
  public Binding add(TenantId tenant, BindingRule rule, String by) {
    return addAll(tenant, List.of(rule), by).getFirst();
  }

  /** Adds bindings, all or none. */
  public List<Binding> addAll(TenantId tenant, List<BindingRule> rules, String by) {
    rules.forEach(BindingStore::checked);
    return changes.apply(
        tenant,
        connection -> {
          requireRoom(connection, tenant, rules.size());
          return rules.stream().map(rule -> insertOrThrow(connection, tenant, rule, by)).toList();
        });
  }

  void requireRoom(Connection connection, TenantId tenant, int added) throws SQLException {
    long existing =
        Rows.first(connection, COUNT, row -> row.getLong(1), tenant.value()).orElseThrow();
    if (existing + added > MAX_BINDINGS) {
      throw new IllegalArgumentException(
          "the tenant has %d bindings; at most %d are allowed, so remove some first"
              .formatted(existing, MAX_BINDINGS));
    }
  }

  private Binding insertOrThrow(
      Connection connection, TenantId tenant, BindingRule rule, String by) {
    try {
      return insert(connection, tenant, rule, Optional.empty(), by);
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  /** Replaces a binding; returns empty if there is none with that id that stands alone. */
  public Optional<Binding> replace(TenantId tenant, UUID id, BindingRule rule) {
    checked(rule);
    return changes.apply(
        tenant,
        connection -> {
          try {
            ConnectionTemplate.update(
                connection,
                UPDATE,
                rule.eventType(),
                rule.clientId().orElse(null),
                rule.lobId().orElse(null),
                rule.productId().orElse(null),
                rule.flow(),
                rule.priority(),
                rule.exclusive(),
                rule.enabled(),
                rule.filter().orElse(null),
                rule.inputMapping().map(Json::toString).orElse(null),
                rule.key().orElse(null),
                rule.debounce().map(Json::toString).orElse(null),
                rule.onRunning().word(),
                tenant.value(),
                id);
          } catch (SQLException failed) {
            throw existsOr(failed, rule);
          }
          return find(connection, tenant, id).filter(found -> found.owner().isEmpty());
        });
  }

  /** Removes a binding; returns false if there is none with that id that stands alone. */
  public boolean remove(TenantId tenant, UUID id) {
    return changes.apply(
        tenant,
        connection -> ConnectionTemplate.update(connection, DELETE, tenant.value(), id) == 1);
  }

  public Optional<Binding> find(TenantId tenant, UUID id) {
    return tenanted.of(tenant).use(connection -> find(connection, tenant, id));
  }

  /** Returns a page of bindings in the order of their ids. */
  public List<Binding> list(TenantId tenant, BindingQuery query) {
    @Nullable String type = query.eventType().orElse(null);
    @Nullable String flow = query.flow().orElse(null);
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    PAGE,
                    BindingStore::read,
                    tenant.value(),
                    query.after().orElse(new UUID(0, 0)),
                    type,
                    type,
                    flow,
                    flow,
                    query.limit()));
  }

  /** Returns the bindings that belong to some owners. */
  static List<Binding> ofOwners(Connection connection, TenantId tenant, Collection<String> owners)
      throws SQLException {
    return Rows.list(
        connection,
        OF_OWNERS,
        BindingStore::read,
        tenant.value(),
        connection.createArrayOf("text", owners.toArray()));
  }

  static List<Binding> all(Connection connection, TenantId tenant) throws SQLException {
    return Rows.list(connection, ALL, BindingStore::read, tenant.value());
  }

  /** Replaces the binding that belongs to the trigger of a flow. */
  void replaceOwned(
      Connection connection, TenantId tenant, String flow, Optional<BindingRule> rule, String by)
      throws SQLException {
    ConnectionTemplate.update(connection, DELETE_OWNED, tenant.value(), flow);
    if (rule.isPresent()) {
      insert(connection, tenant, checked(rule.get()), Optional.of(OWNED_BY_TRIGGER), by);
    }
  }

  static BindingRule checked(BindingRule rule) {
    CompiledBinding.compile(new Binding(new UUID(0, 0), rule, Optional.empty(), "", Instant.EPOCH));
    return rule;
  }

  Binding insert(
      Connection connection, TenantId tenant, BindingRule rule, Optional<String> owner, String by)
      throws SQLException {
    UUID id = ids.get();
    try {
      ConnectionTemplate.update(
          connection,
          INSERT,
          tenant.value(),
          id,
          rule.eventType(),
          rule.clientId().orElse(null),
          rule.lobId().orElse(null),
          rule.productId().orElse(null),
          rule.flow(),
          rule.priority(),
          rule.exclusive(),
          rule.enabled(),
          rule.filter().orElse(null),
          rule.inputMapping().map(Json::toString).orElse(null),
          rule.key().orElse(null),
          rule.debounce().map(Json::toString).orElse(null),
          rule.onRunning().word(),
          owner.orElse(null),
          by);
    } catch (SQLException failed) {
      throw existsOr(failed, rule);
    }
    return find(connection, tenant, id).orElseThrow();
  }

  private static SQLException existsOr(SQLException failed, BindingRule rule) {
    if (SqlFault.isViolationOf(failed, UNIQUE)) {
      throw new BindingExistsException(rule);
    }
    return failed;
  }

  private static Optional<Binding> find(Connection connection, TenantId tenant, UUID id)
      throws SQLException {
    return Rows.first(connection, FIND, BindingStore::read, tenant.value(), id);
  }

  private static Binding read(ResultSet row) throws SQLException {
    return new Binding(
        row.getObject(1, UUID.class),
        new BindingRule(
            row.getString(2),
            Optional.ofNullable(row.getString(3)),
            Optional.ofNullable(row.getString(4)),
            Optional.ofNullable(row.getString(5)),
            row.getString(6),
            row.getInt(7),
            row.getBoolean(8),
            row.getBoolean(9),
            Optional.ofNullable(row.getString(10)),
            Optional.ofNullable(row.getString(11)).map(Json::parse),
            Optional.ofNullable(row.getString(12)),
            Optional.ofNullable(row.getString(13)).map(Json::parse),
            OnRunning.read(row.getString(14))),
        Optional.ofNullable(row.getString(15)),
        row.getString(16),
        Rows.time(row, 17).orElseThrow());
  }
}
