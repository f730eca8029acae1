package dev.pawl.postgres.store;

import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.Versions;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.desk.OfferNews;
import dev.pawl.postgres.query.PostgresExecutions;
import dev.pawl.postgres.schema.Migrations;
import dev.pawl.postgres.schema.RowSecurity;
import dev.pawl.postgres.schema.TenantGuard;
import dev.pawl.postgres.upkeep.PostgresUpkeep;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Executions in a PostgreSQL database, in the schema {@code pawl}. */
public final class PostgresStore implements Store {

  private static final Logger LOG = System.getLogger(PostgresStore.class.getName());

  private final Connections connections;
  private final Set<PostgresMembership> memberships = ConcurrentHashMap.newKeySet();
  private final Mail mail;
  private final OfferNews offerNews = new OfferNews();
  private final Offers offers;
  private final Versions versions;
  private final Executions executions;
  private final Upkeep upkeep;

  private PostgresStore(Connections connections) {
    this.connections = connections;
    this.mail = new PostgresMail(connections, () -> memberships.forEach(PostgresMembership::tell));
    this.offers = new PostgresOffers(Tenanted.unguarded(borrowed()), borrowed(), offerNews);
    this.versions = new PostgresVersions(connections);
    this.executions = new PostgresExecutions(Tenanted.unguarded(borrowed()));
    this.upkeep =
        new PostgresUpkeep(
            connections::borrow, () -> memberships.forEach(PostgresMembership::lookAtLimits));
  }

  public static PostgresStore open(Database database) {
    return open(database, StoreOptions.defaults());
  }

  /**
   * Opens the store, and brings its tables up to date if the options say so.
   *
   * @throws dev.pawl.postgres.schema.SchemaException if the tables are not those that this program
   *     knows
   * @throws DatabaseUnusableException if the database user lacks a privilege, or the database
   *     refuses to do what is asked; the message says what to run
   * @throws dev.pawl.engine.store.UnavailableException if the database cannot be reached
   */
  public static PostgresStore open(Database database, StoreOptions options) {
    Connections connections = new Connections(database, options);
    try {
      prepare(connections);
      PostgresStore store = new PostgresStore(connections);
      store.prepareRoom();
      return store;
    } catch (RuntimeException failed) {
      connections.close();
      throw failed;
    }
  }

  private static void prepare(Connections connections) {
    try (Connection connection = connections.patient()) {
      switch (connections.options().tables()) {
        case MIGRATE -> {
          Migrations.run(connection);
          TenantGuard.raise(connection);
        }
        case CHECK -> Migrations.check(connection);
      }
      TenantGuard.requireSight(connection);
    } catch (SQLException failed) {
      throw refused(connections, "prepare the tables in", failed);
    }
  }

  private void prepareRoom() {
    try {
      upkeep.prepareRoom();
    } catch (UnavailableException failed) {
      throw unusable("prepare the tables in", failed);
    }
  }

  /**
   * Returns the exception that ends a start: one that says what to run where the database refused a
   * statement, the given one where it could not be reached.
   *
   * @param step what could not be done, such as "join the nodes on"
   */
  public RuntimeException unusable(String step, UnavailableException failed) {
    return failed.getCause() instanceof SQLException cause
        ? refused(connections, step, cause)
        : failed;
  }

  private static RuntimeException refused(
      Connections connections, String step, SQLException failed) {
    return switch (Fault.of(failed)) {
      case UNKNOWN -> Fault.unavailable(failed);
      case DATA, TRANSIENT ->
          DatabaseUnusableException.of(
              connections.database(), step, failed, Privileges.missing(connections, failed));
    };
  }

  /** Ends the leases of all nodes: for those who know that none of them lives. */
  public void lapseAllLeases() {
    try {
      ReleaseDead.lapseAll(connections);
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  @Override
  public Membership join(String name) {
    try {
      PostgresMembership membership =
          PostgresMembership.join(connections, name, offerNews, memberships::remove);
      memberships.add(membership);
      return membership;
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  /**
   * Turns row-level security on as far as the database user may, unless the tables are only to be
   * checked, and returns whether it is on.
   */
  public RowSecurity enableRowSecurity() {
    boolean mayChange = connections.options().tables() == StoreOptions.Tables.MIGRATE;
    try (Connection connection = connections.patient()) {
      RowSecurity security = TenantGuard.inspect(connection, mayChange);
      if (security.isOn() || !mayChange) {
        return security;
      }
      try {
        TenantGuard.enrol(connection);
      } catch (SQLException refused) {
        LOG.log(Level.DEBUG, "The role of the API cannot be created", refused);
      }
      return TenantGuard.inspect(connection, true);
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
  }

  /**
   * Lets tenants in, each to its own rows only: by the database's own judgement if row-level
   * security is on, and by the conditions of the statements alone if it is off.
   */
  public Tenanted tenanted(RowSecurity security) {
    return security.isOn() ? Tenanted.guarded(connections::borrow) : Tenanted.unguarded(borrowed());
  }

  /**
   * Turns row-level security on as far as possible, and lets tenants in.
   *
   * @param warned receives why row-level security is off and what to do about it
   */
  public Tenanted tenanted(Consumer<String> warned) {
    RowSecurity security = enableRowSecurity();
    if (!security.isOn()) {
      warned.accept(security.warning());
    }
    return tenanted(security);
  }

  /** What can be seen of executions by those whom {@link #tenanted} lets in. */
  public static Executions executions(Tenanted tenanted) {
    return new PostgresExecutions(tenanted);
  }

  /** Likewise, of work that is offered. */
  public Offers offers(Tenanted tenanted) {
    return new PostgresOffers(tenanted, borrowed(), offerNews);
  }

  /** Whether so many wait for a connection that no other request should be let in. */
  public boolean isCrowded() {
    return connections.areCrowded();
  }

  /** Its pool, for those who have tables beside these. */
  public Borrowed borrowed() {
    return new Borrowed(connections::borrow);
  }

  /** A connection of the caller's own, fit for the pooler if there is one. */
  public Connection connect() throws SQLException {
    return connections.patient();
  }

  public Database database() {
    return connections.database();
  }

  @Override
  public Mail mail() {
    return mail;
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
  public Upkeep upkeep() {
    return upkeep;
  }

  /** Closes the memberships too. */
  @Override
  public void close() {
    Set.copyOf(memberships).forEach(PostgresMembership::close);
    connections.close();
  }
}
