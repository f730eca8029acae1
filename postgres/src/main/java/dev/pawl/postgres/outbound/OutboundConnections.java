package dev.pawl.postgres.outbound;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.ConnectionOperation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The named connections of tenants, with references to secrets instead of their values. */
public final class OutboundConnections {

  /** The largest number of connections of a tenant. */
  public static final int MAX_CONNECTIONS_PER_TENANT = 1_000;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('pawl.connection', ?))";

  private static final String COUNT =
      "select count(*) from pawl.connection c where c.tenant = ? and c.name <> ?";

  private static final String SAVE =
      """
      insert into pawl.connection (tenant, name, kind, address, tls, auth, operations, options,
        allow_private, updated_by)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (tenant, name) do update
        set kind = excluded.kind, address = excluded.address, tls = excluded.tls,
            auth = excluded.auth, operations = excluded.operations, options = excluded.options,
            allow_private = excluded.allow_private, updated_at = now(),
            updated_by = excluded.updated_by
      """;

  private static final String LIST =
      """
      select c.name, c.kind, c.address, c.tls, c.auth, c.operations, c.options, c.allow_private,
             c.updated_at, c.updated_by
        from pawl.connection c
       where c.tenant = ? and c.name > ? order by c.name limit ?
      """;

  private static final String FIND =
      """
      select c.name, c.kind, c.address, c.tls, c.auth, c.operations, c.options, c.allow_private,
             c.updated_at, c.updated_by
        from pawl.connection c
       where c.tenant = ? and c.name = ?
      """;

  private static final String USERS =
      """
      select c.name, c.kind, c.address, c.tls, c.auth, c.operations, c.options, c.allow_private,
             c.updated_at, c.updated_by
        from pawl.connection c
       where c.tenant = ? and position(? in c.auth) > 0 order by c.name
      """;

  private static final String DELETE = "delete from pawl.connection where tenant = ? and name = ?";

  private final TenantDatabase database;

  /** Creates access to the connections with the given access to rows of tenants. */
  public OutboundConnections(TenantDatabase database) {
    this.database = database;
  }

  /**
   * A connection as it is stored.
   *
   * @param connection whose {@code auth} refers to secrets by name
   */
  public record StoredConnection(
      OutboundConnection connection, Instant updatedAt, String updatedBy) {}

  /**
   * Saves a connection; empty if the tenant has reached its limit.
   *
   * @param change returns what to store, given what is stored now; it may throw to refuse
   * @param by who saves it, for people
   */
  public Optional<StoredConnection> save(
      TenantId tenant,
      String name,
      Function<Optional<OutboundConnection>, OutboundConnection> change,
      String by) {
    return database
        .of(tenant)
        .transact(
            connection -> {
              Rows.list(connection, LOCK, row -> true, (long) tenant.value());
              Optional<OutboundConnection> before =
                  find(connection, tenant, name).map(StoredConnection::connection);
              OutboundConnection after = change.apply(before);
              int others =
                  Rows.first(connection, COUNT, row -> row.getInt(1), tenant.value(), name)
                      .orElse(0);
              if (others >= MAX_CONNECTIONS_PER_TENANT) {
                return Optional.empty();
              }
              save(connection, tenant, after, by);
              return find(connection, tenant, name);
            });
  }

  private static void save(
      Connection connection, TenantId tenant, OutboundConnection saved, String by)
      throws SQLException {
    Map<String, Json> operations = new LinkedHashMap<>();
    new TreeMap<>(saved.operations())
        .forEach(
            (operation, call) ->
                operations.put(
                    operation,
                    JsonObject.of("method", Json.of(call.method()))
                        .with("path", Json.of(call.path()))));
    ConnectionTemplate.update(
        connection,
        SAVE,
        tenant.value(),
        saved.name(),
        word(saved.kind()),
        saved.address(),
        word(saved.tls()),
        saved.auth().toString(),
        JsonObject.of(operations).toString(),
        saved.options().toString(),
        saved.allowPrivate(),
        by);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns at most {@code limit} connections of a tenant whose names follow another, by name. */
  public List<StoredConnection> list(TenantId tenant, String after, int limit) {
    return database
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection, LIST, OutboundConnections::row, tenant.value(), after, limit));
  }

  /** Returns the names of all connections that refer to a secret. */
  public List<String> usersOf(TenantId tenant, String secret) {
    List<StoredConnection> candidates =
        database
            .of(tenant)
            .use(
                connection ->
                    Rows.list(connection, USERS, OutboundConnections::row, tenant.value(), secret));
    return candidates.stream()
        .map(StoredConnection::connection)
        .filter(one -> AuthReferences.names(one.auth()).contains(secret))
        .map(OutboundConnection::name)
        .toList();
  }

  /** Returns a connection with references to secrets. */
  public Optional<StoredConnection> find(TenantId tenant, String name) {
    return database.of(tenant).use(connection -> find(connection, tenant, name));
  }

  private static Optional<StoredConnection> find(
      Connection connection, TenantId tenant, String name) throws SQLException {
    return Rows.first(connection, FIND, OutboundConnections::row, tenant.value(), name);
  }

  /** Deletes a connection; returns false if there is none. */
  public boolean delete(TenantId tenant, String name) {
    return database.of(tenant).update(DELETE, tenant.value(), name) > 0;
  }

  private static StoredConnection row(ResultSet row) throws SQLException {
    return new StoredConnection(
        new OutboundConnection(
            row.getString(1),
            OutboundConnection.Kind.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
            row.getString(3),
            OutboundConnection.Tls.valueOf(row.getString(4).toUpperCase(Locale.ROOT)),
            object(row.getString(5)),
            operations(object(row.getString(6))),
            object(row.getString(7)),
            row.getBoolean(8)),
        Rows.time(row, 9).orElseThrow(),
        row.getString(10));
  }

  private static JsonObject object(String text) {
    return Json.parse(text) instanceof JsonObject object ? object : JsonObject.EMPTY;
  }

  private static Map<String, ConnectionOperation> operations(JsonObject stored) {
    Map<String, ConnectionOperation> operations = new LinkedHashMap<>();
    stored
        .members()
        .forEach(
            (name, call) ->
                operations.put(
                    name, new ConnectionOperation(text(call, "method"), text(call, "path"))));
    return operations;
  }

  private static String text(Json object, String member) {
    return object.get(member).map(Json::asText).orElse("");
  }
}
