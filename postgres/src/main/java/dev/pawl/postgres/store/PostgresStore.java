package dev.pawl.postgres.store;

import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Versions;
import dev.pawl.postgres.breaker.PostgresBreakers;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.maintenance.NamedLease;
import dev.pawl.postgres.maintenance.PostgresMaintenance;
import dev.pawl.postgres.membership.OfferSignals;
import dev.pawl.postgres.query.PostgresExecutions;
import dev.pawl.postgres.schema.Migrations;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.postgres.schema.TenantGuard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Stores executions in a PostgreSQL database, in the schema {@code pawl}. */
public final class PostgresStore implements Store {

  private static final Logger LOG = System.getLogger(PostgresStore.class.getName());

  private final Connections connections;
  private final Set<PostgresNodeSession> sessions = ConcurrentHashMap.newKeySet();
  private final List<Runnable> configListeners = new CopyOnWriteArrayList<>();
  private final Inbox inbox;
  private final OfferSignals offerSignals = new OfferSignals();
  private final Offers offers;
  private final Versions versions;
  private final Executions executions;
  private final Breakers breakers;
  private final PostgresMaintenance maintenance;

  private PostgresStore(Connections connections) {
    this.connections = connections;
    this.inbox =
        new PostgresInbox(connections, () -> sessions.forEach(PostgresNodeSession::wakeUp));
    this.offers = new PostgresOffers(TenantDatabase.unguarded(jdbc()), jdbc(), offerSignals);
    this.versions = new PostgresVersions(connections);
    this.executions = new PostgresExecutions(TenantDatabase.unguarded(jdbc()));
    this.breakers = new PostgresBreakers(TenantDatabase.unguarded(jdbc()), jdbc());
    this.maintenance =
        new PostgresMaintenance(
            connections::borrow, () -> sessions.forEach(PostgresNodeSession::readLimits));
  }

  /** Opens the store with {@link StoreOptions#defaults()}. */
  public static PostgresStore open(Database database) {
    return open(database, StoreOptions.defaults());
  }

  /**
   * Opens the store and, if the options ask for it, migrates its tables.
   *
   * @throws dev.pawl.postgres.schema.SchemaException if the schema is not the one that this program
   *     expects
   * @throws DatabaseUnusableException if the database user lacks a privilege, or the database
   *     refuses a statement; the message says what to run
   * @throws dev.pawl.engine.store.UnavailableException if the database cannot be reached
   */
  public static PostgresStore open(Database database, StoreOptions options) {
    Connections connections = new Connections(database, options);
    try {
      prepare(connections);
      PostgresStore store = new PostgresStore(connections);
      store.preparePartitions();
      return store;
    } catch (RuntimeException failed) {
      connections.close();
      throw failed;
    }
  }

  private static void prepare(Connections connections) {
    try (Connection connection = connections.openWithoutTimeouts()) {
      switch (connections.options().tables()) {
        case MIGRATE -> {
          Migrations.run(connection);
          TenantGuard.secureTables(connection);
        }
        case CHECK -> Migrations.check(connection);
      }
      TenantGuard.requireAllRowsVisible(connection);
    } catch (SQLException failed) {
      throw startFailure(connections, "prepare the tables in", failed);
    }
  }

  private void preparePartitions() {
    try {
      maintenance.preparePartitions();
    } catch (UnavailableException failed) {
      throw unusable("prepare the tables in", failed);
    }
  }

  /**
   * Returns the exception to throw when a start fails: one that says what to run if the database
   * refused a statement, the given one if the database could not be reached.
   *
   * @param step the action that failed, such as "join the nodes on"
   */
  public RuntimeException unusable(String step, UnavailableException failed) {
    return failed.getCause() instanceof SQLException cause
        ? startFailure(connections, step, cause)
        : failed;
  }

  private static RuntimeException startFailure(
      Connections connections, String step, SQLException failed) {
    return switch (SqlFault.of(failed)) {
      case UNKNOWN -> SqlFault.unavailable(failed);
      case DATA, TRANSIENT ->
          DatabaseUnusableException.of(
              connections.database(), step, failed, Privileges.missing(connections, failed));
    };
  }

  /** Ends the leases of all nodes; call it only when no node is running. */
  public void lapseAllLeases() {
    try {
      ReleaseDead.expireAll(connections);
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  @Override
  public NodeSession join(String name) {
    try {
      PostgresNodeSession session =
          PostgresNodeSession.join(
              connections,
              name,
              offerSignals,
              () -> configListeners.forEach(Runnable::run),
              sessions::remove);
      sessions.add(session);
      return session;
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  /**
   * Enables row-level security as far as the database user may, and returns its state. Only
   * inspects it if the options allow no change of the tables.
   */
  public RowSecurity enableRowSecurity() {
    boolean mayChange = connections.options().tables() == StoreOptions.Tables.MIGRATE;
    try (Connection connection = connections.openWithoutTimeouts()) {
      RowSecurity security = TenantGuard.inspect(connection, mayChange);
      if (security.isOn() || !mayChange) {
        return security;
      }
      try {
        TenantGuard.enableRole(connection);
      } catch (SQLException refused) {
        LOG.log(Level.DEBUG, "The role of the API cannot be created", refused);
      }
      return TenantGuard.inspect(connection, true);
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  /**
   * Returns access to the database that restricts each tenant to its own rows: enforced by
   * row-level security if that is on, by the conditions of the statements alone if it is off.
   */
  public TenantDatabase tenanted(RowSecurity security) {
    return security.isOn()
        ? TenantDatabase.guarded(connections::borrow)
        : TenantDatabase.unguarded(jdbc());
  }

  /**
   * Enables row-level security as far as possible, and returns access to the database that
   * restricts each tenant to its own rows.
   *
   * @param warn receives the reason why row-level security is off, and what to do about it
   */
  public TenantDatabase tenanted(Consumer<String> warn) {
    RowSecurity security = enableRowSecurity();
    if (!security.isOn()) {
      warn.accept(security.warning());
    }
    return tenanted(security);
  }

  /** Returns the queries on executions that run with the given tenant access. */
  public static Executions executions(TenantDatabase tenanted) {
    return new PostgresExecutions(tenanted);
  }

  /** Returns the offers that are read and written with the given tenant access. */
  public Offers offers(TenantDatabase tenanted) {
    return new PostgresOffers(tenanted, jdbc(), offerSignals);
  }

  /**
   * Calls the listener when a notification says that triggers were changed on any node. It is only
   * a hint: notifications get lost, and there are none behind a connection pooler.
   */
  public void onConfigChange(Runnable listener) {
    configListeners.add(listener);
  }

  /** Returns true if so many callers wait for a connection that new requests should be rejected. */
  public boolean isCrowded() {
    return connections.isOverloaded();
  }

  /** Returns the leases of work that one node of the cluster does at a time. */
  public NamedLease leases() {
    return maintenance.leases();
  }

  /** Returns a template on the connection pool of this store, for additional tables. */
  public ConnectionTemplate jdbc() {
    return new ConnectionTemplate(connections::borrow);
  }

  /**
   * Opens a connection that the caller owns and closes; it works through a connection pooler too.
   */
  public Connection connect() throws SQLException {
    return connections.openWithoutTimeouts();
  }

  public Database database() {
    return connections.database();
  }

  @Override
  public Inbox inbox() {
    return inbox;
  }

  @Override
  public Offers offers() {
    return offers;
  }

  @Override
  public Versions versions() {
    return versions;
  }

  @Override
  public Executions executions() {
    return executions;
  }

  @Override
  public Breakers breakers() {
    return breakers;
  }

  /** Returns the circuit breakers, of which those of one tenant are read with the given access. */
  public Breakers breakers(TenantDatabase tenanted) {
    return new PostgresBreakers(tenanted, jdbc());
  }

  @Override
  public Maintenance maintenance() {
    return maintenance;
  }

  /** Closes the store and all its node sessions. */
  @Override
  public void close() {
    Set.copyOf(sessions).forEach(PostgresNodeSession::close);
    connections.close();
  }
}
