package dev.pawl.postgres.store;

import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.Upkeep;
import dev.pawl.engine.store.Versions;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.query.PostgresExecutions;
import dev.pawl.postgres.schema.Migrations;
import dev.pawl.postgres.upkeep.PostgresUpkeep;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Executions in a PostgreSQL database, in the schema {@code pawl}. */
public final class PostgresStore implements Store {

  private final Connections connections;
  private final Set<PostgresMembership> memberships = ConcurrentHashMap.newKeySet();
  private final Mail mail;
  private final Versions versions;
  private final Executions executions;
  private final Upkeep upkeep;

  private PostgresStore(Connections connections) {
    this.connections = connections;
    this.mail = new PostgresMail(connections, () -> memberships.forEach(PostgresMembership::tell));
    this.versions = new PostgresVersions(connections);
    this.executions = new PostgresExecutions(connections::borrow);
    this.upkeep = new PostgresUpkeep(connections::borrow);
  }

  public static PostgresStore open(Database database) {
    return open(database, StoreOptions.defaults());
  }

  /**
   * @throws SchemaException if the tables are not those that this program knows
   * @throws dev.pawl.engine.store.UnavailableException if the database cannot be reached
   */
  public static PostgresStore open(Database database, StoreOptions options) {
    Connections connections = new Connections(database, options);
    try (Connection connection = connections.patient()) {
      switch (options.tables()) {
        case MIGRATE -> Migrations.run(connection);
        case CHECK -> Migrations.check(connection);
      }
      PostgresStore store = new PostgresStore(connections);
      store.upkeep.prepareRoom();
      return store;
    } catch (SQLException failed) {
      connections.close();
      throw Fault.unavailable(failed);
    } catch (RuntimeException failed) {
      connections.close();
      throw failed;
    }
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
          PostgresMembership.join(connections, name, memberships::remove);
      memberships.add(membership);
      return membership;
    } catch (SQLException failed) {
      throw Fault.unavailable(failed);
    }
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
